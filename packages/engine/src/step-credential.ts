/** Which credential a node uses, and which kinds of them it takes. */
export interface StepCredential {
  readonly id: string | undefined
  readonly names: readonly string[]
  readonly isOptional: boolean
}
