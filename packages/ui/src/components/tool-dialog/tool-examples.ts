/** Starting points; each uses the inputs the person already named, where it can. */
export const TOOL_EXAMPLES = {
  fetch: `const response = await fetch('https://api.github.com/repos/' + $repository)
if (!response.ok) return 'The request failed with status ' + response.status
const data = await response.json()
return data.description ?? 'No description'`,
  calculate: `const result = Number($price) * (1 + Number($taxPercent) / 100)
console.log('Price with tax', result)
return result.toFixed(2)`,
  variable: `const response = await fetch('https://example.com/orders', {
  headers: { Authorization: 'Bearer ' + $vars.SHOP_TOKEN },
})
return await response.text()`,
} as const

export type ToolExample = keyof typeof TOOL_EXAMPLES
