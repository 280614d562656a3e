import { AppError, type NewVariable, type Variable, type VariableChanges } from '@chatwright/contract'
import { randomUUID } from 'node:crypto'
import type { SecretBox } from '../credentials/secret-box.ts'
import type { VariableRow, VariableStore } from './variable-store.ts'

export type VariableService = ReturnType<typeof createVariableService>

/** Only what the operator marked for flows is taken from the environment; the rest of it holds secrets of the server. */
const ENVIRONMENT_PREFIX = 'CHATWRIGHT_VAR_'

interface VariableDependencies {
  store: VariableStore
  box: SecretBox
  environment: Readonly<Record<string, string | undefined>>
  /** Told the secret ones before a flow is: from here on a model may know them. */
  remember: (secrets: Record<string, string>) => void
  now?: () => Date
}

export function createVariableService({
  store,
  box,
  environment,
  remember,
  now = () => new Date(),
}: VariableDependencies) {
  const seal = (id: string, value: string, isSecret: boolean): string =>
    isSecret && value !== '' ? box.seal({ table: 'variable', id }, value) : value

  function reveal(row: VariableRow): string {
    if (row.type === 'runtime') return environment[`${ENVIRONMENT_PREFIX}${row.name}`] ?? ''
    if (row.is_secret === 0 || row.value === '') return row.value
    try {
      return box.open({ table: 'variable', id: row.id }, row.value)
    } catch (cause) {
      throw new AppError(
        'credential-unreadable',
        { id: row.id },
        {
          cause,
          message: `This server's encryption key can't decrypt the variable "${row.name}". Enter it again.`,
        },
      )
    }
  }

  function toVariable(row: VariableRow): Variable {
    const isSecret = row.is_secret === 1
    const value = row.type === 'runtime' ? (environment[`${ENVIRONMENT_PREFIX}${row.name}`] ?? '') : row.value
    return {
      id: row.id,
      name: row.name,
      value: isSecret || row.type === 'runtime' ? '' : row.value,
      type: row.type,
      isSecret,
      isSet: value !== '',
      createdDate: row.created_date,
      updatedDate: row.updated_date,
    }
  }

  async function refuseTakenName(name: string, id?: string): Promise<void> {
    const other = await store.findByName(name)
    if (other && other.id !== id) throw new AppError('variable-name-taken', { name })
  }

  return {
    async list(): Promise<Variable[]> {
      return (await store.list()).map(toVariable)
    },

    async create({ name, value = '', type = 'static', isSecret = false }: NewVariable): Promise<Variable> {
      await refuseTakenName(name)
      const at = now().toISOString()
      const id = randomUUID()
      const row: VariableRow = {
        id,
        name,
        value: seal(id, value, isSecret),
        type,
        is_secret: isSecret ? 1 : 0,
        created_date: at,
        updated_date: at,
      }
      await store.insert(row)
      return toVariable(row)
    },

    async update(id: string, { name, value, type, isSecret }: VariableChanges): Promise<Variable> {
      if (name !== undefined) await refuseTakenName(name, id)
      const row = await store.change(id, (current) => {
        const willBeSecret = isSecret ?? current.is_secret === 1
        // A secret that stops being one is emptied: its value must not come into sight.
        const isUncovered = current.is_secret === 1 && !willBeSecret
        const kept = isUncovered ? '' : current.is_secret === 1 ? reveal({ ...current, type: 'static' }) : current.value
        return {
          ...(name !== undefined && { name }),
          ...(type !== undefined && { type }),
          is_secret: willBeSecret ? 1 : 0,
          // Secrets are read as nothing: sent back so, they stay.
          value: seal(id, value === undefined || (value === '' && willBeSecret) ? kept : value, willBeSecret),
          updated_date: now().toISOString(),
        }
      })
      if (!row) throw new AppError('variable-not-found', { id })
      return toVariable(row)
    },

    async delete(id: string): Promise<void> {
      if (!(await store.delete(id))) throw new AppError('variable-not-found', { id })
    },

    /** The values, for flows that run. Those of the environment count as secret, as their values are not shown either. */
    async values({ withoutSecrets = false }: { withoutSecrets?: boolean } = {}): Promise<Record<string, string>> {
      const wanted = (await store.list()).filter(
        (row) => !withoutSecrets || (row.is_secret === 0 && row.type !== 'runtime'),
      )
      const rows = wanted.map((row) => ({ ...row, value: reveal(row) }))
      const valuesOf = (some: typeof rows) => Object.fromEntries(some.map(({ name, value }) => [name, value]))
      remember(valuesOf(rows.filter((row) => row.is_secret === 1)))
      return valuesOf(rows)
    },
  }
}
