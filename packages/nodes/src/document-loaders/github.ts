import { boolean, defineNode, number, string, type Document } from '@chatwright/core'
import { mapLimited } from '../http/map-limited.ts'
import { decodeText } from './decode-text.ts'
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
  description: 'Reads the text files of a GitHub repository.',
  icon: 'github.svg',
  baseClasses: ['Document'],
  credential: { names: ['githubApi'], optional: true },
  inputs: {
    repoLink: string({ label: 'Repo Link', placeholder: 'https://github.com/owner/name' }),
    branch: string({ label: 'Branch', default: 'main' }),
    recursive: boolean({ label: 'Recursive', description: 'Read the folders too.', optional: true }),
    maxConcurrency: number({
      label: 'Max Concurrency',
      description: 'How many files are fetched at once.',
      default: 4,
      min: 1,
      max: 16,
      step: 1,
      optional: true,
      additional: true,
    }),
    githubBaseUrl: string({
      isBuilderOnly: true,
      label: 'Github Base URL',
      description: 'Only for GitHub Enterprise: the address of its pages.',
      placeholder: 'https://github.example.com',
      optional: true,
      additional: true,
    }),
    githubInstanceApi: string({
      isBuilderOnly: true,
      label: 'Github Instance API',
      description: 'Only for GitHub Enterprise: the address of its API.',
      placeholder: 'https://github.example.com/api/v3',
      optional: true,
      additional: true,
    }),
    ignorePath: string({
      label: 'Ignore Paths',
      description: 'Paths to leave out, as a JSON list; * stands for any part of a name, ** for any folders.',
      placeholder: '["*.md", "test/**"]',
      rows: 4,
      optional: true,
      additional: true,
    }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { repoLink: 'https://github.com/owner/name' },
  build({ inputs, credential, context, ...rest }) {
    const { owner, name } = parseRepositoryLink(inputs.repoLink)
    const ignored = parseIgnoredPaths(inputs.ignorePath)
    return loaderValue({ inputs, ...rest }, async (signal): Promise<Document[]> => {
      const { branch } = inputs
      const access = {
        fetch: context.fetch,
        apiUrl: inputs.githubInstanceApi || 'https://api.github.com',
        owner,
        name,
        branch,
        token: credential.accessToken,
        signal,
      }
      const files = (await listRepositoryFiles(access, { recursive: inputs.recursive ?? false }))
        .filter(({ path, size }) => size <= LARGEST_FILE_BYTES && !ignoresPath(ignored, path))
        .slice(0, MOST_FILES)
      const read = await mapLimited(files, inputs.maxConcurrency, async ({ path }) => ({
        path,
        bytes: await readRepositoryFile(access, path),
      }))
      return read
        .filter(({ path, bytes }) => !['pdf', 'docx', undefined].includes(sniffFileKind({ name: path, bytes })))
        .map(({ path, bytes }) => ({
          pageContent: decodeText(bytes),
          metadata: { source: path, repository: inputs.repoLink, branch },
        }))
    })
  },
})
