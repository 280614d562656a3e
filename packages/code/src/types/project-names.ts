/** What a project and its server know beside the catalogue, so that an editor can offer it. */
export interface ProjectNames {
  /** What texts can name: ids of nodes, `question`, `$vars.region`. */
  references?: readonly string[]
  /** Keys of the state of agent flows. */
  stateKeys?: readonly string[]
  credentials?: readonly { name: string; kind: string }[]
  /** What a server lists for an input, by node and input: the models of a credential, custom tools, knowledge bases. */
  listed?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}
