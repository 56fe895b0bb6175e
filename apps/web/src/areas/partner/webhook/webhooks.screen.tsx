export { WebhookList as default } from './webhook.list.tsx'
