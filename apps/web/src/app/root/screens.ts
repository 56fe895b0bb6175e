import type { Screen } from '#platform/tab/screen.ts'

const modules = import.meta.glob<{ default: readonly Screen[] }>('../../areas/*/*.screens.ts', { eager: true })

/** The screens of all areas; their code is loaded when they are opened. */
export const screens: readonly Screen[] = Object.values(modules).flatMap((module) => module.default)
