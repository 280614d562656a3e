/** A node without a drawing: chosen inside another node, or in a setting. */
export interface Component {
  /** Its name in the catalogue. */
  name: string
  /**
   * As a form stores them: the words of whoever builds, so variables stand in them as in a flow. What an anchor takes is
   * a component, or a list of them. Values of a request come as overrides instead, where braces are text.
   */
  inputs?: Readonly<Record<string, unknown>>
  /** The id of a stored credential. */
  credential?: string
  /** Which of its outputs, when not the first. */
  output?: string
  /** The version of the node that the inputs were stored with, where it is known. */
  version?: number
  /** What traces, errors and overrides call it. */
  id?: string
  label?: string
}
