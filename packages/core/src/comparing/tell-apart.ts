/** How often one side was asked a case, and how often its answer was not as it should be. */
export interface Asked {
  asked: number
  failed: number
}

/** What asking both sides a case came to. */
export interface Evidence {
  base: Asked
  candidate: Asked
}

/** `unclear`: asked as often as it may be, the answers still allow both. */
export type Direction = 'same' | 'better' | 'worse' | 'unclear'

export interface ToldApart {
  /** How often an answer of the base is another than its case mostly gets. */
  flipRate: number
  /** Whether the cases together show that the candidate broke some of them, and that it mended some. */
  isWorse: boolean
  isBetter: boolean
  directions: Direction[]
}

/** More is not asked of one side of a case. */
export const MOST_ASKS = 5
/** Both sides of every case are asked so often: from the second on it shows whether a side contradicts itself. */
export const FIRST_ASKS = 2

/** Of comparisons in which nothing changed, so many may say that something did. */
const FALSE_ALARMS = 0.03
/** Neither a model that never contradicted itself nor one that always does is taken at its word. */
const FEWEST_FLIPS = 0.01
const MOST_FLIPS = 0.45
/** A change is thought to break about so many cases, each as likely as the others. */
const BROKEN = [1, 3, 6]
const MOST_DRAWS = 400_000
const MOST_SETS = 1000
const FEWEST_SETS = 200

/**
 * Tells whether a candidate answers worse or better than the base, or whether the base, asked again, might as well have answered
 * like that. All cases are weighed together, against sets of as many cases in which only chance is at work: so noise is called noise
 * however many cases there are, and several weak signs count like one that is strong.
 */
export function tellApart(cases: readonly Evidence[], most = MOST_ASKS): ToldApart {
  const asked = cases.filter(({ base, candidate }) => base.asked > 0 && candidate.asked > 0)
  const world = worldOf(asked.map(({ base }) => base))
  const mirror = { flips: world.flips, passing: 1 - world.passing }
  const turned = asked.map(mirrored)
  const isWorse = isBeyondChance(asked, { world, most })
  const isBetter = isBeyondChance(turned, { world: mirror, most })
  return {
    flipRate: Math.round(world.seen * 1000) / 1000,
    isWorse,
    isBetter,
    directions: cases.map((evidence) => {
      const { base, candidate } = evidence
      if (base.asked === 0 || candidate.asked === 0) return 'unclear'
      const worse = oddsOf(evidence, world)
      const better = oddsOf(mirrored(evidence), mirror)
      if (isWorse && worse >= asked.length) return 'worse'
      if (isBetter && better >= asked.length) return 'better'
      return Math.max(worse, better) > 1 ? 'unclear' : 'same'
    }),
  }
}

/** Whether asking a case again may still change what is told of it. */
export function mayChange({ base, candidate }: Evidence, most = MOST_ASKS): boolean {
  if (base.asked < FIRST_ASKS || candidate.asked < FIRST_ASKS) return true
  if (base.asked >= most && candidate.asked >= most) return false
  return isMixed(base) || isMixed(candidate) || base.failed > 0 !== candidate.failed > 0
}

interface World {
  /** How often an answer is another than its case mostly gets, as it is reckoned with: never quite never. */
  flips: number
  /** How many cases the base mostly answers as it should. */
  passing: number
}

const ROUNDS = 40

/**
 * Cases that mostly pass and cases that mostly fail, and how often either kind flips: each estimated from the other, in turns. Pairs
 * of answers that disagree must not simply be counted, because cases are asked again for what they answered.
 */
function worldOf(sides: readonly Asked[]): World & { /** The same as it was seen. */ seen: number } {
  let seen = 0
  let flips = 0.1
  let passing = 0.5
  for (let round = 0; round < ROUNDS; round += 1) {
    let asked = 0
    let flipped = 0
    let passed = 0
    for (const side of sides) {
      const pass = passing * chance(side, flips)
      const fail = (1 - passing) * chance(side, 1 - flips)
      const share = pass / (pass + fail)
      passed += share
      asked += side.asked
      flipped += share * side.failed + (1 - share) * (side.asked - side.failed)
    }
    seen = asked === 0 ? 0 : flipped / asked
    flips = Math.min(MOST_FLIPS, Math.max(FEWEST_FLIPS, seen))
    // Never quite all or none of them.
    passing = (passed + 1) / (sides.length + 2)
  }
  return { flips, passing, seen }
}

/** How many times likelier the answers to a case are if it broke than if it is as it was. */
function oddsOf({ base, candidate }: Evidence, { flips, passing }: World): number {
  const broke = chance(base, flips) * chance(candidate, 1 - flips)
  const asItWas =
    passing * chance(base, flips) * chance(candidate, flips) +
    (1 - passing) * chance(base, 1 - flips) * chance(candidate, 1 - flips)
  return broke / asItWas
}

/** The same of all cases together, as a logarithm: if some of them broke, whichever. */
function weigh(cases: readonly Evidence[], world: World): number {
  const odds = cases.map((evidence) => oddsOf(evidence, world))
  if (cases.length === 0) return 0
  const weights = BROKEN.map((broken) => {
    const share = Math.min(0.5, broken / cases.length)
    return odds.reduce((sum, each) => sum + Math.log(1 - share + share * each), 0)
  })
  const heaviest = Math.max(...weights)
  return heaviest + Math.log(weights.reduce((sum, each) => sum + Math.exp(each - heaviest), 0) / weights.length)
}

function isBeyondChance(cases: readonly Evidence[], of: { world: World; most: number }): boolean {
  const weight = weigh(cases, of.world)
  // Below nothing it speaks against a change, however seldom chance brings that about.
  return weight > 0 && weight > barOf(cases.length, of)
}

/** The weight that chance alone exceeds no more often than false alarms are allowed, found by drawing such sets. */
function barOf(cases: number, { world, most }: { world: World; most: number }): number {
  const draw = drawsOf(cases)
  const sets = Math.max(FEWEST_SETS, Math.min(MOST_SETS, Math.floor(MOST_DRAWS / (cases * most * 2))))
  const weights: number[] = []
  for (let set = 0; set < sets; set += 1) {
    const drawn: Evidence[] = []
    for (let index = 0; index < cases; index += 1) {
      const rate = draw() < world.passing ? world.flips : 1 - world.flips
      const evidence = { base: { asked: 0, failed: 0 }, candidate: { asked: 0, failed: 0 } }
      while (mayChange(evidence, most)) {
        for (const side of [evidence.base, evidence.candidate]) {
          side.asked += 1
          if (draw() < rate) side.failed += 1
        }
      }
      drawn.push(evidence)
    }
    weights.push(weigh(drawn, world))
  }
  weights.sort((a, b) => b - a)
  return weights[Math.floor(sets * FALSE_ALARMS)] ?? Infinity
}

/** The same numbers each time: the same answers are always told apart the same way. */
function drawsOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Of one order of such answers. */
function chance({ asked, failed }: Asked, rate: number): number {
  return rate ** failed * (1 - rate) ** (asked - failed)
}

/** What went wrong went right and the other way round: what is worse for one is better for the other. */
function mirrored({ base, candidate }: Evidence): Evidence {
  const turned = ({ asked, failed }: Asked): Asked => ({ asked, failed: asked - failed })
  return { base: turned(base), candidate: turned(candidate) }
}

function isMixed({ asked, failed }: Asked): boolean {
  return failed > 0 && failed < asked
}
