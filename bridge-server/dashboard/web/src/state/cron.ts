// Times that people ask for, as cron's five fields. Pure.

export interface Preset {
  readonly cron: string;
  readonly label: string;
}

export const PRESETS: readonly Preset[] = [
  { cron: '30 2 * * *', label: 'every night at 02:30' },
  { cron: '30 2 * * 1-5', label: 'on workdays at 02:30' },
  { cron: '30 2 * * 0', label: 'on Sundays at 02:30' },
  { cron: '0 */6 * * *', label: 'every six hours' },
  { cron: '0 * * * *', label: 'every hour' },
];

/** An expression in words where it is one of those; nothing for any other. */
export function cronWords(cron: string): string | undefined {
  const fields = cron.trim().split(/\s+/).join(' ');
  return PRESETS.find((preset) => preset.cron === fields)?.label;
}
