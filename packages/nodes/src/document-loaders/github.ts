import { boolean, defineNode, NodeError, number, string, type Document } from '@chatwright/core'
import { mapLimited } from '../http/map-limited.ts'
import { decodeText, isText } from './decode-text.ts'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { sniffFileKind } from './file-kinds.ts'
import { listRepositoryFiles, parseRepositoryLink, readRepositoryFile } from './github-repository.ts'
import { ignoresPath, parseIgnoredPaths } from './ignored-paths.ts'

const MOST_FILES = 2000
const LARGEST_FILE_BYTES = 1024 * 1024

export default defineNode({
  name: 'github',
  label: 'Github',
  version: 3,
  category: 'Document Loaders',
  description: 'Loads the text files of a GitHub repository.',
  icon: 'github.svg',
  keywords: ['git', 'repository', 'repo', 'code base'],
  baseClasses: ['Document'],
  credential: { names: ['githubApi'], optional: true },
  inputs: {
    repoLink: string({ destination: false, label: 'Repo Link', placeholder: 'https://github.com/owner/name' }),
    branch: string({ destination: false, label: 'Branch', default: 'main' }),
    recursive: boolean({
      destination: false,
      label: 'Recursive',
      description: 'Load subfolders too.',
      optional: true,
    }),
    maxConcurrency: number({
      destination: false,
      label: 'Max Concurrency',
      description: 'How many files are downloaded at once.',
      default: 4,
      min: 1,
      max: 16,
      step: 1,
      optional: true,
      additional: true,
    }),
    githubBaseUrl: string({
      destination: true,
      label: 'Github Base URL',
      description: 'The web address of your GitHub Enterprise server. Leave empty for github.com.',
      placeholder: 'https://github.example.com',
      optional: true,
      additional: true,
    }),
    githubInstanceApi: string({
      destination: true,
      label: 'Github Instance API',
      description: 'The API address of your GitHub Enterprise server. Leave empty if it is /api/v3 on the web address.',
      placeholder: 'https://github.example.com/api/v3',
      optional: true,
      additional: true,
    }),
    ignorePath: string({
      destination: false,
      label: 'Ignore Paths',
      description: 'A JSON list of paths to skip. * matches part of a name, ** matches any folders.',
      placeholder: '["*.md", "test/**"]',
      rows: 4,
      optional: true,
      additional: true,
      isJson: true,
    }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { repoLink: 'https://github.com/owner/name' },
  build({ inputs, credential, context, ...rest }) {
    const { owner, name } = parseRepositoryLink(inputs.repoLink)
    const ignored = parseIgnoredPaths(inputs.ignorePath)
    return loaderValue({ inputs, ...rest }, async (signal, report): Promise<Document[]> => {
      const { branch } = inputs
      const access = {
        fetch: context.fetch,
        apiUrl: apiAddress(inputs),
        owner,
        name,
        branch,
        token: credential.accessToken,
        signal,
      }
      const listed = await listRepositoryFiles(access, { recursive: inputs.recursive ?? false })
      const wanted = listed.files.filter(({ path }) => !ignoresPath(ignored, path))
      const [files, large] = [wanted.filter(isSmall), wanted.filter((file) => !isSmall(file))]
      for (const { path } of large) report?.(path, tooLarge)
      if (listed.isPartial || files.length > MOST_FILES) report?.(inputs.repoLink, tooMany)
      const read = await mapLimited(files.slice(0, MOST_FILES), inputs.maxConcurrency, async ({ path }) => {
        try {
          return [{ path, bytes: await readRepositoryFile(access, path) }]
        } catch (error) {
          if (!report || !concernsOneFile(error)) throw error
          report(path, error)
          return []
        }
      })
      return read
        .flat()
        .filter(
          ({ path, bytes }) =>
            isText(bytes) &&
            !['pdf', 'docx', 'xlsx', 'pptx', 'epub', undefined].includes(sniffFileKind({ name: path, bytes })),
        )
        .map(({ path, bytes }) => ({
          pageContent: decodeText(bytes),
          metadata: { source: path, repository: inputs.repoLink, branch },
        }))
    })
  },
})

function isSmall({ size }: { size: number }): boolean {
  return size <= LARGEST_FILE_BYTES
}

const tooLarge = new NodeError(`The file is larger than ${LARGEST_FILE_BYTES / 1024 / 1024} MB.`, {
  hint: 'Add it to Ignore Paths, or load it with a file loader.',
})
const tooMany = new NodeError(`The repository has more files than can be loaded at once (${MOST_FILES}).`, {
  hint: "Add the paths you don't need to Ignore Paths.",
})

/** A refused token or a reached limit would be the same for every file. */
function concernsOneFile(error: unknown): boolean {
  return error instanceof NodeError && error.code !== 'wrong-credential' && error.code !== 'rate-limit'
}

/** Never taken from the link to the repository: a request may fill that in, and the token must not follow it. */
function apiAddress(inputs: { githubBaseUrl?: string | undefined; githubInstanceApi?: string | undefined }): string {
  if (inputs.githubInstanceApi) return inputs.githubInstanceApi
  const pages = inputs.githubBaseUrl?.replace(/(?<!\/)\/+$/, '') ?? ''
  return pages === '' || pages === 'https://github.com' ? 'https://api.github.com' : `${pages}/api/v3`
}
