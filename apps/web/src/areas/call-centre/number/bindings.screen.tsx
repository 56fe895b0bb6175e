export { default } from './bindings.list.tsx'
