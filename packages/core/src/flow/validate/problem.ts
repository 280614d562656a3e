export type ProblemCode =
  | 'unknown-node'
  | 'outdated-node'
  | 'missing-input'
  | 'bad-input'
  | 'missing-credential'
  | 'unfilled-variables'
  | 'loose-reference'
  | 'dangling-edge'
  | 'unknown-input'
  | 'types-differ'
  | 'guessed-branch'
  | 'too-many-edges'
  | 'cycle'
  | 'no-ending'
  | 'several-endings'
  | 'no-start'
  | 'several-starts'
  | 'no-step'
  | 'unreached-step'
  | 'loop-target'
  | 'side-by-side'
  | 'decider-unsaid'

/** What one click could do about a problem. */
export type ProblemAction =
  | { type: 'update-node'; nodeId: string }
  | { type: 'edit-input'; nodeId: string; field: string }
  | { type: 'choose-credential'; nodeId: string }
  | { type: 'remove-edge'; edgeId: string }

export type PhraseId =
  | 'anchorMissing'
  | 'bracesUnread'
  | 'branchGuessed'
  | 'choiceReplaced'
  | 'choiceUnknown'
  | 'chosenCredentialGone'
  | 'chosenCredentialMissing'
  | 'credentialGone'
  | 'credentialMissing'
  | 'cycle'
  | 'deciderUnsaid'
  | 'edgeDangling'
  | 'inputMissing'
  | 'inputUnknown'
  | 'iterationOutside'
  | 'loopNowhere'
  | 'loopsMeet'
  | 'loopOutside'
  | 'nodeOutdated'
  | 'nodeRenamed'
  | 'nodeReplaced'
  | 'nodeUnknown'
  | 'nodeUnnumbered'
  | 'noEnding'
  | 'noStart'
  | 'noStep'
  | 'outputElsewhere'
  | 'outputUnknown'
  | 'referenceGone'
  | 'referenceLoose'
  | 'severalEndings'
  | 'severalStarts'
  | 'stateKeyUnknown'
  | 'formFieldUnknown'
  | 'stateWrittenTwice'
  | 'stepCircle'
  | 'stepLoose'
  | 'stepReferenceGone'
  | 'stepReferenceLater'
  | 'stepUnknown'
  | 'stepUnreached'
  | 'toolDeciderUnsaid'
  | 'toolUnguarded'
  | 'tooManyEdges'
  | 'typesDiffer'
  | 'variablesUnfilled'
  | 'webhookPartUnsigned'

/** What a problem's sentences say, for whoever says it in another language. */
export interface Phrase {
  id: PhraseId
  values: Readonly<Record<string, string | number>>
}

/** Something about a flow that a person can put right while drawing. */
export interface Problem {
  code: ProblemCode
  /** An error stops the flow from answering; a warning may not. */
  severity: 'error' | 'warning'
  nodeId?: string
  /** The input it is about, by name. */
  field?: string
  edgeId?: string
  message: string
  /** The way out, as a sentence. */
  fix: string
  /** Missing where a node's own words are quoted. */
  phrase?: Phrase
  action?: ProblemAction
}
