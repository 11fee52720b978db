import { whole } from '../charts/format';

/** Rows of the matrix by their name and by what became of them. The controls are made here, for without a script they do nothing. */
export function narrowMatrix(): void {
  const tools = document.getElementById('matrix-tools');
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('table.matrix tbody tr')];
  if (tools === null || rows.length < 8) {
    return;
  }
  const search = document.createElement('input');
  search.type = 'search';
  search.placeholder = 'Name contains';
  search.setAttribute('aria-label', 'Rows whose name contains');
  const choice = document.createElement('select');
  choice.setAttribute('aria-label', 'Rows with this verdict');
  const verdicts = new Set(rows.flatMap((row) => verdictsOf(row)));
  choice.append(new Option('every verdict', ''), ...[...verdicts].sort().map((verdict) => new Option(verdict, verdict)));
  const found = document.createElement('span');
  found.className = 'soft small';
  found.setAttribute('role', 'status');
  const narrow = (): void => {
    const word = search.value.trim().toLowerCase();
    let count = 0;
    for (const row of rows) {
      const fits =
        (row.querySelector('th')?.textContent ?? '').toLowerCase().includes(word) && (choice.value === '' || verdictsOf(row).includes(choice.value));
      row.hidden = !fits;
      count += fits ? 1 : 0;
    }
    const narrowed = word !== '' || choice.value !== '';
    found.textContent = narrowed ? `${whole(count)} of ${whole(rows.length)} rows` : '';
    document.querySelectorAll<HTMLDetailsElement>('details.plain').forEach((rest) => (rest.open = narrowed));
  };
  search.addEventListener('input', narrow);
  choice.addEventListener('change', narrow);
  tools.append(search, choice, found);
  tools.hidden = false;
}

function verdictsOf(row: HTMLTableRowElement): string[] {
  return (row.dataset['verdicts'] ?? '').split(' ').filter((verdict) => verdict !== '');
}
