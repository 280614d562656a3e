/** What a drawing knows about a fault of one of its nodes. */
export interface FaultFacts {
  /** The label of the field at fault. */
  field?: string | undefined
  /** The credential that the node used, and the way to it. */
  credential?: { name: string; onEdit(): void } | undefined
}
