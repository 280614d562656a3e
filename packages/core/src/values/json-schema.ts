/** The part of JSON Schema that model vendors understand. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: (string | number | boolean | null)[]
  additionalProperties?: boolean | JsonSchema
  [keyword: string]: unknown
}
