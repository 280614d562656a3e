/** The id of a chosen store. Steps keep its name behind it, as older flows do. */
export function storeIdOf(chosen: string): string {
  return splitChosen(chosen).id
}

export function splitChosen(chosen: string): { id: string; name: string } {
  const at = chosen.indexOf(':')
  return at < 0 ? { id: chosen.trim(), name: '' } : { id: chosen.slice(0, at).trim(), name: chosen.slice(at + 1) }
}
