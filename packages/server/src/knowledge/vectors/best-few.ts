/** The best few of many, as a heap with the worst of them on top: most that come cost one comparison. */
export interface BestFew {
  readonly worst: number
  add(id: number, score: number): void
  /** In no order. */
  ids(): Float64Array
}

export function createBestFew(k: number): BestFew {
  const ids = new Float64Array(k)
  const scores = new Float32Array(k)
  let size = 0
  const scoreAt = (place: number): number => scores[place] ?? 0
  const put = (place: number, id: number, score: number): void => {
    ids[place] = id
    scores[place] = score
  }
  const move = (from: number, to: number): void => put(to, ids[from] ?? 0, scoreAt(from))
  /** Where a new one belongs, from the end on: what is better than it moves down. */
  const rise = (id: number, score: number): void => {
    let place = size - 1
    for (let above = (place - 1) >> 1; place > 0 && score < scoreAt(above); above = (place - 1) >> 1) {
      move(above, place)
      place = above
    }
    put(place, id, score)
  }
  /** In the place of the worst: what is worse than it moves up. */
  const sink = (id: number, score: number): void => {
    let place = 0
    for (let below = 1; below < size; below = 2 * place + 1) {
      if (below + 1 < size && scoreAt(below + 1) < scoreAt(below)) below += 1
      if (scoreAt(below) >= score) break
      move(below, place)
      place = below
    }
    put(place, id, score)
  }
  return {
    get worst() {
      return size < k ? -Infinity : scoreAt(0)
    },
    add(id, score) {
      if (size === k) {
        sink(id, score)
        return
      }
      size += 1
      rise(id, score)
    },
    ids: () => ids.subarray(0, size),
  }
}
