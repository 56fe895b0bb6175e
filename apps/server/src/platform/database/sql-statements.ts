/** What stands between two semicolons, without comments: quotes and bodies between dollar signs are left whole. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let statement = ''
  const parts = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;|[^;'"$/-]+|[\s\S]/g
  for (const [part] of text.matchAll(parts)) {
    if (part === ';') {
      statements.push(statement.trim())
      statement = ''
    } else if (!part.startsWith('--') && !part.startsWith('/*')) statement += part
  }
  return [...statements, statement.trim()].filter(Boolean)
}
