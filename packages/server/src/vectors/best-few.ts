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
  const swap = (a: number, b: number): void => {
    const [id, score] = [ids[a] ?? 0, scoreAt(a)]
    ids[a] = ids[b] ?? 0
    scores[a] = scoreAt(b)
    ids[b] = id
    scores[b] = score
  }
  const rise = (from: number): void => {
    let place = from
    for (let above = (place - 1) >> 1; place > 0 && scoreAt(place) < scoreAt(above); above = (place - 1) >> 1) {
      swap(place, above)
      place = above
    }
  }
  const sink = (): void => {
    for (let place = 0; ;) {
      let least = place
      for (let below = 2 * place + 1; below <= 2 * place + 2; below += 1) {
        if (below < size && scoreAt(below) < scoreAt(least)) least = below
      }
      if (least === place) return
      swap(place, least)
      place = least
    }
  }
  return {
    get worst() {
      return size < k ? -Infinity : scoreAt(0)
    },
    add(id, score) {
      const place = size < k ? size++ : 0
      ids[place] = id
      scores[place] = score
      if (place > 0) rise(place)
      else if (size > 1) sink()
    },
    ids: () => ids.subarray(0, size),
  }
}
