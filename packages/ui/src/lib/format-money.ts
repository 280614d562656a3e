const MICRO = 1_000_000
const CENT = 10_000

/** Millionths of a dollar in words; of what is less than a cent its first two figures. */
export function formatMoney(micro: number, language: string): string {
  const isSmall = micro > 0 && micro < CENT
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    ...(isSmall ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }),
  }).format(micro / MICRO)
}
