import type { Config } from '../config.ts'

export async function exportToFile(_config: Config, _file: string): Promise<void> {}
export async function importFromFile(_config: Config, _file: string): Promise<void> {}
