# The pages of a test site, for any server of Rack.
$LOAD_PATH.unshift(ENV.fetch('SENDERS'))
require 'site_traffic'

use SiteTraffic, trust_proxy: !ENV['TRUST_PROXY'].nil? unless ENV['WITHOUT_SENDER']

TEXT = { 'content-type' => 'text/plain' }.freeze

# A body that a server may send as a file, by its path.
class FileBody
  def to_path
    __FILE__
  end

  def each
    yield File.read(__FILE__)
  end
end

run(lambda do |env|
  case env['PATH_INFO']
  when '/guide' then [200, TEXT, [env['REQUEST_METHOD'] == 'HEAD' ? '' : 'guide']]
  when '/stream' then [200, TEXT, %w[one,\  two].each]
  when '/broken' then raise 'broken'
  when '/unfinished' then raise NotImplementedError, 'no StandardError'
  when '/file' then [200, TEXT, FileBody.new]
  when '/long-status' then [1_234, TEXT, ['page']]
  when '/hijack'
    connection = env['rack.hijack'].call
    connection.write("HTTP/1.1 101 Switching Protocols\r\n\r\n")
    connection.close
    [-1, {}, []]
  when '/hijacked-later'
    [200, TEXT.merge('rack.hijack' => ->(connection) { connection.write('later') && connection.close }), []]
  when '/wait' then sleep(0.01) && [200, TEXT, ['page']]
  when %r{\A/p/\d+\z} then [200, TEXT, ['page']]
  else [404, TEXT, ['not found']]
  end
end)
