/** Models up to 4.6 take sampling settings; later ones refuse a request that has them. */
export function takesSampling(modelName: string): boolean {
  return /^claude-(instant|2|3|(opus|sonnet|haiku)-4(-[0-6](-|$)|-20))/.test(modelName)
}

/** Models before 4.6 think within a budget of tokens; later ones decide for themselves how much. */
export function thinksWithinBudget(modelName: string): boolean {
  return /^claude-(3|(opus|sonnet|haiku)-4(-[0-5](-|$)|-20))/.test(modelName)
}
