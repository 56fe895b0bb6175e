export interface DeclaredCall {
  method: 'GET' | 'POST'
  path: string
  anyVerb?: true
}

/**
 * The rows of the list (tab-separated: area, verb, path, flags; the first line names the columns) that no declared call answers.
 * - `GET*` and `POST*` are guesses at the verb: a call of that path counts with either.
 * - A family, `/a/b/ (white lists)`, counts when a call below `/a/b/` is named with the first word in brackets, whatever the
 *   spelling (`white-list`, `whiteList`); of `(endpoints)`, when there is any call below.
 * - The desk phone's rows are not calls of this server.
 */
export function missingRows(list: string, declared: DeclaredCall[]): string[] {
  const rows = list
    .split('\n')
    .slice(1)
    .filter((row) => row.trim() !== '')
  if (rows.length === 0) throw new Error('The list of calls is empty.')
  return rows.filter((row) => {
    const [area = '', verb = '', path = ''] = row.split('\t')
    return area !== 'softphone' && !declared.some((call) => answers(call, verb, path))
  })
}

function answers(call: DeclaredCall, verb: string, path: string): boolean {
  if (!verb.endsWith('*') && !call.anyVerb && call.method !== verb) return false
  const family = /^(\S+\/) \((\w+)/.exec(path)
  if (!family) return plain(call.path) === plain(path)
  const [, prefix = '', word = ''] = family
  if (!call.path.startsWith(prefix)) return false
  return word === 'endpoints' || squeeze(call.path.slice(prefix.length)).includes(squeeze(word))
}

// `/withdraw/get/{id}` and `/withdraw/get/{withdrawId}` are one path.
const plain = (path: string) => path.replace(/\{\w+\}/g, '{}')
const squeeze = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
