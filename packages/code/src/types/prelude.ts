/** What the declarations of all nodes stand on. A port has one property for each of its types: one that fits is enough. */
export const PRELUDE = `// Written by chatwright. Don't edit: "chatwright pull" and "chatwright types" write it again.
declare namespace chatwright {
  const node: unique symbol
  /** What no plain object has. */
  interface Node { readonly [node]: true }
  /** A node that gives values of these types. */
  type Gives<Types extends string> = Node & { readonly [Type in Types]: 'given' }
  /** An input that takes a value of any of these types. */
  type Takes<Types extends string> = Types extends string ? { readonly [Type in Types]: 'given' } : never
  /** A step that others can follow. */
  interface Step extends Node { readonly 'step that others can follow': true }
  /** A step with several outputs. */
  interface Branching extends Node { branch(output: number | string): Step }
  /** A step that ends the flow. */
  interface Ending extends Node { readonly 'step that ends the flow': true }
  /** A node with several outputs. */
  interface Outputs<Given> extends Node { branch<Name extends keyof Given>(output: Name): Given[Name] }
  /** What the code of a node doesn't show otherwise. */
  interface Held { readonly 'held by raw': true }
  type Text = Reference | (string & {})
  type Numeric = number | '' | \`\${number}\` | \`{{\${string}}}\`
  type Flag = boolean | 'true' | 'false' | ''
  type Json = string | readonly unknown[] | { readonly [key: string]: unknown; readonly [node]?: never }
  type CredentialOf<Kinds extends string> = Kinds extends keyof Credentials ? Credentials[Kinds] : string
  interface Settings { id?: string; [setting: \`inputs.\${string}\`]: unknown }
  /** A label where it isn't the usual one, the inputs, and what raw holds. */
  type Call<Inputs, Given> = (first?: string | Inputs | Held, second?: Inputs | Held, third?: Held) => Given
  type ChosenCall<Inputs, Given, Usual extends keyof Given> = <Output extends keyof Given = Usual>(
    first?: string | (Inputs & { output?: Output }) | Held,
    second?: (Inputs & { output?: Output }) | Held,
    third?: Held,
  ) => Given[Output]
}
declare function chatFlow(name: string): void
declare function agentFlow(name: string): void
/** The text of a file of this folder. */
declare function file(path: string): string
/** Keeps what the code of a flow can't show. */
declare function raw(held: object): chatwright.Held
`

/** Below the nodes of packages, which it must not hide. */
export const ANY_NODE = `/** A node that the catalogue doesn't have. All of its inputs are written. */
declare function node<Kind extends string>(kind: Kind extends chatwright.OwnKind ? never : Kind, ...inputs: any[]): any
`
