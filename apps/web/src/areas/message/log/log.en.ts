export default {
  '向客户和司机发出的短信会列在这里，保留 30 天；短信正文请在订单里查看。':
    'Messages to customers and drivers are listed here for 30 days; what was said of an order stands with the order.',
  完整手机号: 'The whole number',
} satisfies Record<string, string>
