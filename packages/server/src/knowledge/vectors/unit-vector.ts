/** Writes a vector of the same direction, of length one; of nothing but zeros where it has none. */
export function writeUnit(vector: Float32Array, into: Float32Array): Float32Array {
  let squares = 0
  for (const each of vector) squares += each * each
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  for (let index = 0; index < into.length; index += 1) into[index] = (vector[index] ?? 0) * scale
  return into
}
