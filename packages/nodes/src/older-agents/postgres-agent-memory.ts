import { defineAgentMemory } from './define-agent-memory.ts'

export default defineAgentMemory('postgresAgentMemory', 'Postgres Agent Memory')
