import type { TemplateCode } from './transport.ts'

type Values = Readonly<Record<string, string>>
const pairOf = (param: string): [ours: string, theirs: string] => {
  const [ours = '', theirs = ours] = param.split('=')
  return [ours, theirs]
}

/** What stands for the variables of a template, by the names that the provider has for them. */
export const namedValues = ({ params }: TemplateCode, values: Values): Record<string, string> =>
  Object.fromEntries(params.map(pairOf).map(([ours, theirs]) => [theirs, values[ours] ?? '']))

/** The same in its order, for a provider that counts them. */
export const listedValues = ({ params }: TemplateCode, values: Values): string[] => params.map((param) => values[pairOf(param)[0]] ?? '')
