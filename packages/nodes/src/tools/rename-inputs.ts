type Inputs = Record<string, unknown>

/** Moves the inputs of an older node to their new names; what the new name holds already stays. */
export function renameInputs(inputs: Inputs, names: Readonly<Record<string, string>>): Inputs {
  const { ...renamed } = inputs
  for (const [before, name] of Object.entries(names)) {
    if (!(before in inputs)) continue
    if (isUnset(inputs[name])) renamed[name] = inputs[before]
    delete renamed[before]
  }
  return renamed
}

/** A form stores an empty text where nobody wrote anything. */
function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
