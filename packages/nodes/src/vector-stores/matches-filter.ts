/** Whether metadata has every value a filter asks for; a list asks for any of its values. */
export function matchesFilter(metadata: Record<string, unknown>, filter: Record<string, unknown> | undefined): boolean {
  return Object.entries(filter ?? {}).every(([key, wanted]) => {
    const value = metadata[key]
    return Array.isArray(wanted) ? wanted.includes(value) : value === wanted
  })
}
