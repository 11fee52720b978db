// The dashboard's entry; `bascule serve` serves what is built from here under /dashboard/.
import './styles/index.css';
import { start } from './app/shell';

void start(document.body);
