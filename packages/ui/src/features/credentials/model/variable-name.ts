/** How a flow names a variable in its texts. */
export function variableUse(name: string): string {
  return `{{$vars.${name}}}`
}

export function isVariableName(name: string): boolean {
  return /^[A-Za-z_]\w{0,63}$/.test(name)
}
