/** The best few of many, as a heap with the worst of them on top: most that come cost one comparison. */
export interface BestFew {
  readonly worst: number
  add(seq: number, score: number): void
  /** The best first. */
  seqs(): number[]
}

export function createBestFew(k: number): BestFew {
  const seqs = new Int32Array(k)
  const scores = new Float32Array(k)
  let size = 0
  const scoreAt = (place: number): number => scores[place] ?? 0
  const swap = (a: number, b: number): void => {
    const [seq, score] = [seqs[a] ?? 0, scoreAt(a)]
    seqs[a] = seqs[b] ?? 0
    scores[a] = scoreAt(b)
    seqs[b] = seq
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
      for (const below of [2 * place + 1, 2 * place + 2]) {
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
    add(seq, score) {
      const place = size < k ? size++ : 0
      seqs[place] = seq
      scores[place] = score
      if (place > 0) rise(place)
      else if (size > 1) sink()
    },
    seqs: () =>
      Array.from({ length: size }, (_, place) => place)
        .sort((a, b) => scoreAt(b) - scoreAt(a))
        .map((place) => seqs[place] ?? 0),
  }
}
