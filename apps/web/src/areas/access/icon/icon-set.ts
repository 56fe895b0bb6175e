import * as icons from '@ant-design/icons'
import type { ComponentType } from 'react'
import { iconNames } from './icon.view.ts'

const byName = icons as unknown as Record<string, ComponentType>

export const names: readonly string[] = iconNames(Object.keys(byName))

export function iconOf(name: string): ComponentType | undefined {
  return byName[name]
}
