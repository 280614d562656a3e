import type { LoadMethod } from '@chatwright/core'

/** Stores of documents by their id. */
export const listStoreIds: LoadMethod = async ({ context }) =>
  (await context.knowledge.list()).map(({ id, name, description }) => ({ label: name, name: id, description }))

/** The same as steps keep them: the name goes along, so that a store that is gone can still be named. */
export const listStores: LoadMethod = async ({ context }) =>
  (await context.knowledge.list()).map(({ id, name, description }) => ({
    label: name,
    name: `${id}:${name}`,
    description,
  }))
