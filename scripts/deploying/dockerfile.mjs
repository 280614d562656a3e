/**
 * @typedef {{ kind: 'workdir' | 'run' | 'copy', path?: string, command?: string, from?: string, owner?: string,
 *   sources?: string[], target?: string }} Step
 * @typedef {{ name: string, image: string, steps: Step[], env: Record<string, string>, volumes: string[], ports: number[],
 *   user?: string, healthCheck?: string, command?: string[] }} Stage
 */

/**
 * The steps of a Dockerfile, by stage. An instruction that is not known here is a fault: whoever follows the steps must follow all.
 *
 * @param {string} text
 */
export function readDockerfile(text) {
  /** @type {Stage[]} */
  const stages = []
  for (const line of text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((each) => each.trim() !== '')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') {
      const [, image = '', name = 'image'] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
      stages.push({ name, image, steps: [], env: {}, volumes: [], ports: [] })
      continue
    }
    const stage = stages.at(-1)
    const read = readers[instruction]
    if (!stage || !read) throw new Error(`The Dockerfile has a step that is not followed here: ${line}`)
    read(stage, rest)
  }
  return stages
}

const readers = {
  WORKDIR: (stage, rest) => stage.steps.push({ kind: 'workdir', path: rest }),
  RUN(stage, rest) {
    if (/(?:^|[\s=])\/\w/.test(rest)) throw new Error(`A step names a place outside its WORKDIR: RUN ${rest}`)
    stage.steps.push({ kind: 'run', command: rest })
  },
  COPY(stage, rest) {
    const words = rest.split(/\s+/)
    const option = (name) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
    const paths = words.filter((word) => !word.startsWith('--'))
    stage.steps.push({
      kind: 'copy',
      from: option('from'),
      owner: option('chown'),
      sources: paths.slice(0, -1),
      target: paths.at(-1),
    })
  },
  ENV(stage, rest) {
    for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value
  },
  USER: (stage, rest) => (stage.user = rest),
  VOLUME: (stage, rest) => stage.volumes.push(rest),
  EXPOSE: (stage, rest) => stage.ports.push(Number(rest)),
  HEALTHCHECK(stage, rest) {
    stage.healthCheck = rest.slice(rest.indexOf('CMD ') + 'CMD '.length)
  },
  CMD: (stage, rest) => (stage.command = JSON.parse(rest)),
}

/** What `.dockerignore` keeps from being copied, asked by a path inside the folder. */
export function readIgnored(text) {
  const patterns = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      if (line.startsWith('!')) throw new Error(`.dockerignore has an exception, which is not followed here: ${line}`)
      const source = line
        .replaceAll('.', '\\.')
        .replaceAll('**/', '(?:.*/)?')
        .replaceAll(/(?<!\.)\*/g, '[^/]*')
      return new RegExp(`^${source}(?:/|$)`)
    })
  return (path) => patterns.some((pattern) => pattern.test(path))
}
