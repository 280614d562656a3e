/** How a trigger is called where those of many flows stand together. */
export function titleOf({ flowName, name }: { flowName: string; name: string }): string {
  return name === '' ? flowName : `${flowName}: ${name}`
}
