import type { ForExisting } from '@chatwright/contract'
import { Command, Option } from 'commander'
import { explainMissingPart } from './ground/boot/missing-part.ts'
import { holdYoungHeap } from './ground/boot/young-heap.ts'
import { ConfigError, readConfig, type Config } from './ground/config/config.ts'
import { productVersion } from './ground/product.ts'
import { UserFacingError } from './ground/user-facing-error.ts'

/** The `chatwright` command. Each subcommand loads only what it needs. */
export async function runCli(argv: readonly string[]): Promise<boolean> {
  // Whatever is written from here on is for its owner only: the database with its log, files, keys, exports.
  process.umask(0o077)
  const program = new Command('chatwright')
    .description('The visual builder for language-model chat flows')
    .version(productVersion)
    .showHelpAfterError()

  program
    .command('start', { isDefault: true })
    .description('serve the product')
    .option('-p, --port <port>', 'port to listen on (PORT)')
    .option('--host <host>', 'address to listen on (HOST)')
    .option('--data-dir <folder>', 'where everything is kept (DATA_DIR)')
    .option('--print-routes', 'print the route table and exit')
    .allowExcessArguments()
    .action(async (options: StartFlags, { args: [unknown] }: Command) => {
      // Being what is done without a command, this is also where a misspelt one arrives.
      if (unknown !== undefined)
        throw new UserFacingError(`There is no command ${unknown}. "chatwright --help" lists those there are.`)
      const config = readConfig({
        ...process.env,
        ...(options.port && { PORT: options.port }),
        ...(options.host && { HOST: options.host }),
        ...(options.dataDir && { DATA_DIR: options.dataDir }),
      })
      if (options.printRoutes) await printRouteTable(config)
      else await serve(config)
    })

  program
    .command('worker')
    .description('do runs that web processes hand over (needs DATABASE_URL and REDIS_URL)')
    .action(async () => {
      const letHeapGrow = holdYoungHeap()
      const { startWorker } = await import('./process/wiring/worker-process.ts')
      const worker = await startWorker(readConfig(process.env))
      letHeapGrow()
      stopOnSignal(() => worker.close())
      process.stdout.write(`Chatwright ${productVersion} worker is ready  (stop it with Ctrl+C)\n`)
    })

  program
    .command('routes')
    .description('print every route with its method and access level')
    .action(() => printRouteTable(readConfig(process.env)))

  program
    .command('doctor')
    .description('look at everything a start needs, and say what to do about what is wrong; changes nothing')
    .option('--json', 'print what was found as JSON')
    .option('--reach <address...>', 'addresses that must be reachable from here, instead of two providers of models')
    .action(async (options: { json?: boolean; reach?: string[] }) => {
      const { examine } = await import('./process/doctor/doctor-command.ts')
      if (!(await examine(process.env, options))) process.exitCode = 1
    })

  program
    .command('backup')
    .description('write everything to a file, uploaded files, vectors and traces included; servers may go on serving')
    .argument('<file>', 'where to write')
    .option('--with-secret-key', 'put the secret key into it too: whoever has the file can then read every credential')
    .option(
      '--recipient <key>',
      'encrypt it to this age public key, in place of those in BACKUP_RECIPIENT; can be given several times',
      (key: string, others: string[] | undefined) => [...(others ?? []), key],
    )
    .action(async (file: string, { withSecretKey = false, recipient }: BackupFlags) => {
      const { backUp } = await import('./process/commands/backup-command.ts')
      await backUp(readConfig(process.env), file, { withSecretKey, ...(recipient && { recipients: recipient }) })
    })

  program
    .command('restore')
    .description('bring back a backup, into SQLite or PostgreSQL (the server must be stopped)')
    .argument('<file>', 'a file of "chatwright backup"')
    .option('--replace', 'give up whatever is here; what was withdrawn here stays closed')
    .option('--close-keys', 'bring back API keys, tokens, webhooks, channels and notifications closed')
    .option('--identity <file>', 'the file with the age key that opens an encrypted backup')
    .action(async (file: string, flags: RestoreFlags) => {
      const { restore } = await import('./process/commands/backup-command.ts')
      const { replace = false, closeKeys = false, identity } = flags
      await restore(readConfig(process.env), file, { isReplacing: replace, areKeysClosed: closeKeys, identity })
    })

  program
    .command('export')
    .description('write flows, messages and settings to a DB.json, to be read by others; "backup" keeps everything')
    .argument('[file]', 'where to write', 'DB.json')
    .action(async (file: string) => {
      const { exportToFile } = await import('./process/commands/transfer-command.ts')
      await exportToFile(readConfig(process.env), file)
    })

  program
    .command('import')
    .description(
      'bring in an export, or a running Flowise with --from-flowise (the server here must be stopped): a DB.json replaces what is here, anything else is added',
    )
    .argument('[file]', 'an export of Chatwright or Flowise: DB.json or ExportData.json')
    .option(
      '--from-flowise <source>',
      'bring over a Flowise instead, which may go on running: its data folder, its database.sqlite or its postgres:// address',
    )
    .option('--flowise-key <file>', 'its encryption.key, where that lies outside its data folder')
    .option('--flowise-files <folder>', 'its folder of files, where that lies outside its data folder')
    .addOption(
      new Option('--existing <what>', 'what becomes of things that are here already')
        .choices(['skip', 'replace', 'copy'])
        .default('skip'),
    )
    .option('--allow-keys', 'let in the API keys that come along')
    .option('--dry-run', 'say what would come along, and keep nothing')
    .action(async (file: string | undefined, flags: ImportFlags) => {
      const { existing, dryRun = false, allowKeys = false, fromFlowise, flowiseKey, flowiseFiles } = flags
      if ((file === undefined) === (fromFlowise === undefined)) {
        throw new UserFacingError('Name either a file to bring in or, with --from-flowise, a Flowise.')
      }
      const choice = { existing, isTrial: dryRun, areKeysAllowed: allowKeys }
      const config = readConfig(process.env)
      if (fromFlowise !== undefined) {
        const { importFromFlowise } = await import('./process/commands/flowise-command.ts')
        const elsewhere = {
          ...(flowiseKey !== undefined && { keyFile: flowiseKey }),
          ...(flowiseFiles !== undefined && { filesFolder: flowiseFiles }),
        }
        await importFromFlowise(config, fromFlowise, { ...choice, ...elsewhere })
      } else if (file !== undefined) {
        const { importFromFile } = await import('./process/commands/transfer-command.ts')
        await importFromFile(config, file, choice)
      }
    })

  program
    .command('test')
    .description(
      'run tests from what was recorded, asking nobody: exit 0 all passed, 1 some failed, 2 not enough proof',
    )
    .argument('[flow]', 'a flow by its name or id, or the file of one; without it the tests of all flows')
    .option('--set <set>', 'the name of a set of tests, or the file of one; without it all sets of the flow')
    .option('--junit <file>', 'write the results there as JUnit XML too')
    .action(async (flow: string | undefined, options: { set?: string; junit?: string }) => {
      const { runTests } = await import('./process/commands/test-command.ts')
      process.exitCode = await runTests(process.env, { flow, ...options })
    })

  program
    .command('rotate-key')
    .description('replace the secret key and encrypt every secret anew; servers may go on serving')
    .action(async () => {
      const { rotateKeyFromCommandLine } = await import('./parts/credentials/rotate-key-command.ts')
      await rotateKeyFromCommandLine(readConfig(process.env))
    })

  program
    .command('reset-login')
    .description('make a new password for an owner who is locked out, and sign out every browser')
    .option('-u, --username <name>', 'the name to sign in with')
    .action(async (options: { username?: string }) => {
      const { resetLoginFromCommandLine } = await import('./door/sign-ins/reset-login-command.ts')
      await resetLoginFromCommandLine(readConfig(process.env, { keptLogin: false }), options)
    })

  try {
    await program.parseAsync(argv)
    return true
  } catch (thrown) {
    const error = explainMissingPart(thrown)
    if (!(error instanceof UserFacingError || error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
    return false
  }
}

interface StartFlags {
  port?: string
  host?: string
  dataDir?: string
  printRoutes?: boolean
}

interface BackupFlags {
  withSecretKey?: boolean
  recipient?: string[]
}

interface RestoreFlags {
  replace?: boolean
  closeKeys?: boolean
  identity?: string
}

interface ImportFlags {
  existing: ForExisting
  dryRun?: boolean
  allowKeys?: boolean
  fromFlowise?: string
  flowiseKey?: string
  flowiseFiles?: string
}

async function serve(config: Config): Promise<void> {
  const letHeapGrow = holdYoungHeap()
  const { startServer } = await import('./main.ts')
  const server = await startServer(config)
  letHeapGrow()
  // Before anybody knows that it can be stopped: who reads the line may do so at once.
  stopOnSignal(() => server.close())
  process.stdout.write(`Chatwright ${productVersion} is ready at ${server.url}  (stop it with Ctrl+C)\n`)
}

function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false
  const stop = (): void => {
    if (isStopping) process.exit(130)
    isStopping = true
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function printRouteTable(config: Config): Promise<void> {
  const { routeTable } = await import('./route-table.ts')
  process.stdout.write(`${await routeTable(config)}\n`)
}
