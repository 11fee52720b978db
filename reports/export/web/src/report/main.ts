// The offline report's script: draws charts, opens what a link leads to, narrows the matrix. All text, every table and every
// sample stands in the page without it.
import { drawCharts } from './charts';
import { followLinks } from './links';
import { narrowMatrix } from './narrow';

document.documentElement.classList.add('drawn');
drawCharts();
followLinks();
narrowMatrix();
