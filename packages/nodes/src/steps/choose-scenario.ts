import { NodeError } from '@chatwright/core'
import { askedWords, rarityIn, wordOverlap } from '../answerer/words.ts'
import { bracketedPart, firstCodeBlock } from '../model-values/find-written.ts'
import { readLooseJson } from './read-loose-json.ts'

/** The number of the scenario that a model's answer names; the last one when it names none of them. */
export function chooseScenario(answer: string, scenarios: readonly string[]): number {
  const named = namedIn(answer).trim().toLowerCase()
  const known = scenarios.map((scenario) => scenario.toLowerCase())
  const rules: ((scenario: string) => boolean)[] = [
    (scenario) => scenario === named,
    (scenario) => scenario.startsWith(named),
    (scenario) => scenario.includes(named) || named.includes(scenario),
  ]
  if (named !== '') {
    for (const fits of rules) {
      const found = known.findIndex((scenario) => scenario !== '' && fits(scenario))
      if (found !== -1) return found
    }
  }
  return scenarios.length - 1
}

/** The scenario that speaks most of what the input speaks of; the last one when none does. */
export function likeliestScenario(input: string, scenarios: readonly string[]): string {
  const words = askedWords(input)
  const rarity = rarityIn(scenarios)
  const scored = scenarios.map((scenario) => ({ scenario, score: wordOverlap(words, scenario, rarity) }))
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), { scenario: '', score: 0 })
  return best.score > 0 ? best.scenario : (scenarios.at(-1) ?? '')
}

function namedIn(answer: string): string {
  for (const candidate of [firstCodeBlock(answer), bracketedPart(answer)]) {
    if (candidate === undefined) continue
    const read = attempt(candidate)
    if (typeof read === 'object' && read !== null && 'output' in read && typeof read.output === 'string') {
      return read.output
    }
  }
  const shown = answer.length > 200 ? `${answer.slice(0, 197)}…` : answer
  throw new NodeError(`The model should have returned a scenario as JSON, but returned: ${shown || 'nothing'}`, {
    code: 'failed',
    field: 'conditionAgentModel',
    hint: 'Use a stronger model. If you use your own system prompt, ask for JSON with the key "output".',
    isRetryable: true,
  })
}

function attempt(text: string): unknown {
  try {
    return readLooseJson(text)
  } catch {
    return undefined
  }
}
