import type { ForExisting } from '@chatwright/contract'
import { Command, Option } from 'commander'
import { explainMissingPart } from './ground/boot/missing-part.ts'
import { holdYoungHeap } from './ground/boot/young-heap.ts'
import { ConfigError, readConfig, type Config } from './ground/config/config.ts'
import { productVersion } from './ground/product.ts'
import { UserFacingError } from './ground/user-facing-error.ts'
import { addProjectCommands } from './process/project/project-commands.ts'

/** The `chatwright` command. Each subcommand loads only what it needs. */
export async function runCli(argv: readonly string[]): Promise<boolean> {
  // Whatever is written from here on is for its owner only: the database with its log, files, keys, exports.
  process.umask(0o077)
  try {
    await createProgram().parseAsync(argv)
    return true
  } catch (thrown) {
    const error = explainMissingPart(thrown)
    if (!(error instanceof UserFacingError || error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
    return false
  }
}

/** Every command with its options, as the reference lists them too. */
export function createProgram(): Command {
  const program = new Command('chatwright')
    .description('Build LLM chat flows and agents you can see, test and trust')
    .version(productVersion)
    .showHelpAfterError()

  program
    .command('start', { isDefault: true })
    .description('start the server (default)')
    .option('-p, --port <port>', 'port to listen on (PORT)')
    .option('--host <host>', 'address to listen on (HOST)')
    .option('--data-dir <folder>', 'folder for all data (DATA_DIR)')
    .option('--print-routes', 'print all routes and exit')
    .allowExcessArguments()
    .action(async (options: StartFlags, { args: [unknown] }: Command) => {
      // Being what is done without a command, this is also where a misspelt one arrives.
      if (unknown !== undefined)
        throw new UserFacingError(`Unknown command "${unknown}". "chatwright --help" lists the commands.`)
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
    .description('run flows for web processes (needs DATABASE_URL and REDIS_URL)')
    .action(async () => {
      const letHeapGrow = holdYoungHeap()
      const { startWorker } = await import('./process/wiring/worker-process.ts')
      const worker = await startWorker(readConfig(process.env))
      letHeapGrow()
      stopOnSignal(() => worker.close())
      process.stdout.write(`Chatwright ${productVersion} worker is ready (press Ctrl+C to stop)\n`)
    })

  program
    .command('routes')
    .description('print every route with its method and access level')
    .action(() => printRouteTable(readConfig(process.env)))

  program
    .command('doctor')
    .description('check the configuration, storage and network; changes nothing')
    .option('--json', 'print the result as JSON')
    .option('--reach <address...>', 'hosts to check instead of the default providers')
    .action(async (options: { json?: boolean; reach?: string[] }) => {
      const { examine } = await import('./process/doctor/doctor-command.ts')
      if (!(await examine(process.env, options))) process.exitCode = 1
    })

  program
    .command('backup')
    .description('write a full backup to a file, even while servers run')
    .argument('<file>', 'file to write')
    .option('--with-secret-key', 'include the encryption key; the file can then decrypt every credential')
    .option(
      '--recipient <key>',
      'encrypt to this age public key instead of BACKUP_RECIPIENT; can be repeated',
      (key: string, others: string[] | undefined) => [...(others ?? []), key],
    )
    .action(async (file: string, { withSecretKey = false, recipient }: BackupFlags) => {
      const { backUp } = await import('./process/commands/backup-command.ts')
      await backUp(readConfig(process.env), file, { withSecretKey, ...(recipient && { recipients: recipient }) })
    })

  program
    .command('restore')
    .description('restore a backup into SQLite or PostgreSQL (stop the server first)')
    .argument('<file>', 'a file from "chatwright backup"')
    .option('--replace', 'replace all existing data; what was withdrawn here stays closed')
    .option('--close-keys', 'restore API keys, tokens, webhooks, channels and notifications as closed')
    .option('--identity <file>', 'age key file that decrypts the backup')
    .action(async (file: string, flags: RestoreFlags) => {
      const { restore } = await import('./process/commands/backup-command.ts')
      const { replace = false, closeKeys = false, identity } = flags
      await restore(readConfig(process.env), file, { isReplacing: replace, areKeysClosed: closeKeys, identity })
    })

  program
    .command('export')
    .description('export flows, messages and settings to a DB.json; use "backup" for everything')
    .argument('[file]', 'file to write', 'DB.json')
    .action(async (file: string) => {
      const { exportToFile } = await import('./process/commands/transfer-command.ts')
      await exportToFile(readConfig(process.env), file)
    })

  program
    .command('import')
    .description(
      'import a Chatwright or Flowise export, or a running Flowise (stop the server first); a DB.json replaces all data, other files are added',
    )
    .argument('[file]', 'export of Chatwright or Flowise: DB.json or ExportData.json')
    .option(
      '--from-flowise <source>',
      'import from Flowise: its data folder, database.sqlite or postgres:// URL; it may keep running',
    )
    .option('--flowise-key <file>', "Flowise encryption.key, if it isn't in the data folder")
    .option('--flowise-files <folder>', "Flowise files folder, if it isn't in the data folder")
    .addOption(
      new Option('--existing <what>', 'what to do with items that already exist')
        .choices(['skip', 'replace', 'copy'])
        .default('skip'),
    )
    .option('--allow-keys', 'activate imported API keys')
    .option('--dry-run', 'show what would be imported, without saving')
    .action(async (file: string | undefined, flags: ImportFlags) => {
      const { existing, dryRun = false, allowKeys = false, fromFlowise, flowiseKey, flowiseFiles } = flags
      if ((file === undefined) === (fromFlowise === undefined)) {
        throw new UserFacingError('Enter a file to import, or a Flowise with --from-flowise.')
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
    .description('run tests from recordings, without calling models; exit codes: 0 passed, 1 failed, 2 inconclusive')
    .argument('[flow]', 'flow name, ID or file; default: all flows')
    .option('--set <set>', 'test set name or file; default: all test sets of the flow')
    .option('--junit <file>', 'also write JUnit XML to this file')
    .action(async (flow: string | undefined, options: { set?: string; junit?: string }) => {
      const { runTests } = await import('./process/commands/test-command.ts')
      process.exitCode = await runTests(process.env, { flow, ...options })
    })

  program
    .command('convert')
    .description('read flows of n8n, Dify, Langflow, Flowise or this product from files, without a server')
    .argument('<files...>', 'exported flows, or the code of one (.flow.ts)')
    .addOption(new Option('--as <form>', 'what to write').choices(['code']))
    .option('--out <folder>', 'the folder for what is written')
    .option('--json', 'print the flows, and what became of each node, as one line of JSON for each file')
    .action(async (files: string[], options: { as?: string; out?: string; json?: boolean }) => {
      const { convert } = await import('./process/commands/convert-command.ts')
      if (!(await convert(process.env, files, options))) process.exitCode = 1
    })

  addProjectCommands(program)

  program
    .command('rotate-key')
    .description('replace the encryption key and re-encrypt all secrets, even while servers run')
    .action(async () => {
      const { rotateKeyFromCommandLine } = await import('./parts/credentials/rotate-key-command.ts')
      await rotateKeyFromCommandLine(readConfig(process.env))
    })

  program
    .command('reset-login')
    .description('set a new password for the owner and sign out every browser')
    .option('-u, --username <name>', 'username to sign in with')
    .action(async (options: { username?: string }) => {
      const { resetLoginFromCommandLine } = await import('./door/sign-ins/reset-login-command.ts')
      await resetLoginFromCommandLine(readConfig(process.env, { keptLogin: false }), options)
    })

  const audit = program.command('audit').description('check the audit log')
  audit
    .command('verify')
    .description('check that no entry of the audit log was changed, added or removed')
    .action(async () => {
      const { verifyFromCommandLine } = await import('./process/commands/audit-command.ts')
      if (!(await verifyFromCommandLine(readConfig(process.env)))) process.exitCode = 1
    })

  return program
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
  process.stdout.write(`Chatwright ${productVersion} is ready at ${server.url} (press Ctrl+C to stop)\n`)
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
