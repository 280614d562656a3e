/** Moves the inputs of an older node to their new names; what the new name holds already stays. */
export function renameInputs(
  inputs: Record<string, unknown>,
  names: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inputs)
      .filter(([name]) => !(names[name] !== undefined && names[name] in inputs))
      .map(([name, value]) => [names[name] ?? name, value]),
  )
}
