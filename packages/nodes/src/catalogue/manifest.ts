import type { CredentialDescription, NodeDescription } from '@chatwright/core'

/** What boot reads instead of importing the nodes: descriptions, and where each one's module lies. */
export interface Manifest {
  nodes: ManifestEntry<NodeDescription>[]
  credentials: ManifestEntry<CredentialDescription>[]
}

export interface ManifestEntry<Description> {
  /** Relative to the folder the manifest was made of. */
  module: string
  description: Description
}
