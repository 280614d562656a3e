import { send } from './api.ts'

/** Reads an address of ours; on failure logs the error and returns nothing. For what a screen can do without. */
export async function getData<Data = unknown>(url: string): Promise<Data | undefined> {
  try {
    const response = await send(url)
    return (await response.json()) as Data
  } catch (error) {
    console.error(error)
    return undefined
  }
}
