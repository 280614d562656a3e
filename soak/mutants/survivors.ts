/** Mutants that no test can notice, or need not, each with the reason. */
export const survivors: Record<string, string> = {}
