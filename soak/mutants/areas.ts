export interface Area {
  name: string
  /** What is broken on purpose, as paths from the root of the repository. */
  sources: RegExp[]
  /** Whose tests are to notice. */
  tests: RegExp
  /** The share of mutants they must notice. */
  demanded: number
  /** How many are tried unless all are. */
  sample: number
}

export const areas: Area[] = [
  {
    name: 'access',
    sources: [
      /^packages\/server\/src\/door\/http\/(access|admission|authorization|cors|failure-limiter|key-guesses|network-of|security-headers)\.ts$/,
      // Wherever they live: what a visitor, a key and the owner may do with a flow.
      /^packages\/server\/src\/[\w-]+\/[\w-]+\/([\w-]*gate|[\w-]*rights|rate-limiter|overrid[\w-]*|session|visitor[\w-]*|file-access)\.ts$/,
      /^packages\/server\/src\/(door\/api-keys|door\/askers|door\/sign-ins|flows\/flow-access)\/[\w-]+\.ts$/,
      /^packages\/server\/src\/guards\/outbound\/(address-class|address-policy|dial-address|guarded-connect|parse-address|redirect)\.ts$/,
    ],
    // Without those that spawn what was built, and those that send every route everything: they reach all and tell little.
    tests:
      /^packages\/server\/src\/(?!.*\/(reset-login|route-inputs|fuzz)\.)[\w-]+\/(http|askers|flow-access|predictions|api-keys|sign-ins|files|outbound|database(?=\/brought-keys))\/.*\.test\.ts$/,
    demanded: 0.85,
    sample: 120,
  },
  {
    name: 'core',
    sources: [/^packages\/core\/src\/.*\.ts$/],
    tests: /^packages\/core\/src\/(?!.*\.scale\.).*\.test\.ts$/,
    demanded: 0.75,
    sample: 200,
  },
  {
    name: 'engine',
    sources: [/^packages\/engine\/src\/.*\.ts$/],
    tests: /^packages\/engine\/src\/.*\.test\.ts$/,
    demanded: 0.75,
    sample: 200,
  },
]
