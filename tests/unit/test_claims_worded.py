"""False claims in many wordings are not supported, true denials in many wordings not contradicted.

`test_claims_near.py` has near misses in plain wording; here the wording goes astray as well: verbs
of everyday speech, nouns for what is done, the passive, questions, several clauses.
"""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "client.py": '''
import logging
import requests

log = logging.getLogger(__name__)


class Base:
    def send(self, request):
        return self.transport.post(request)

    def refresh(self):
        self.token = self.login()


class Client(Base):
    retries = 3

    def __init__(self, url, token=None):
        self.url = url
        self.token = token
        self.cache = {}

    def send(self, request, timeout=5):
        """Retries on failure, logs each attempt and opens a file."""
        if not self.token:
            raise PermissionError("no token; call self.refresh()")
        self.check(request)
        for attempt in range(self.retries):
            try:
                return self.session.get(self.url, timeout=timeout)
            except ConnectionError as error:
                log.warning("attempt %d", attempt)
                last = error
        raise last

    def check(self, request):
        assert request.method in ("GET", "HEAD")
        if request.body is not None:
            raise ValueError("body")

    def lookup(self, name):
        if name in self.cache:
            return self.cache[name]
        value = self.read(name)
        self.cache[name] = value
        return value

    def read(self, name):
        with open(name) as handle:
            return handle.read()

    def later(self, task):
        def run():
            log.info("run")
            task()

        self.pending.append(run)

    @property
    def host(self):
        return self.url.split("/")[2]

    async def ping(self):
        reply = await self.session.head(self.url)
        return reply.status == 200

    def all(self):
        return list(self.cache)

    def close(self):
        self.session.close()
''',
    "form.js": """
const fs = require('fs')

class Form {
  constructor (fields) {
    this.fields = fields
    this.errors = []
  }

  validate (strict) {
    this.errors = []
    for (const field of this.fields) {
      if (!field.value && strict) {
        this.errors.push(field.name)
      }
    }
    return this.errors.length === 0
  }

  save (path, done) {
    if (!this.validate()) return done(new Error('invalid'))
    fs.writeFile(path, JSON.stringify(this.fields), done)
  }

  watch (path) {
    this.watcher = fs.watch(path, () => { this.validate() })
  }

  reset () {
    delete this.watcher
    this.fields.length = 0
  }
}

module.exports = Form
""",
    "store.ts": """
export class Store {
  #state: Map<string, number> = new Map()
  private listeners: Array<() => void> = []

  get (key: string): number {
    return this.#state.get(key) ?? 0
  }

  set (key: string, value: number): void {
    if (Number.isNaN(value)) throw new RangeError('NaN')
    this.#state.set(key, value)
    this.notify()
  }

  notify (): void {
    this.listeners.forEach(listener => listener())
  }

  async load (url: string): Promise<void> {
    const reply = await fetch(url)
    if (!reply.ok) return
    const data = await reply.json()
    for (const key of Object.keys(data)) {
      this.set(key, data[key])
    }
  }
}
""",
    "view.tsx": """
export function List ({ items, onPick }: Props) {
  const [open, setOpen] = useState(false)
  if (items.length === 0) return null
  return (
    <ul className={open ? 'open' : 'shut'}>
      {items.map(item => <Row key={item.id} onClick={() => onPick(item)} />)}
    </ul>
  )
}
""",
    "Ledger.java": """
package bank;

public class Ledger extends Book {
    private final Map<String, Account> accounts = new HashMap<>();
    private int moves;

    public void transfer(String from, String to, long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        Account source = accounts.get(from);
        source.withdraw(amount);
        try {
            accounts.get(to).deposit(amount);
        } catch (ClosedException e) {
            source.deposit(amount);
            logger.warn("closed", e);
        }
        moves++;
    }

    public Account find(String name) {
        return accounts.computeIfAbsent(name, Account::new);
    }

    @Override
    public void close() {
        for (Account account : accounts.values()) {
            account.close();
        }
    }
}
""",
    "Sync.kt": """
class Sync(private val api: Api, private val db: Db) {
    private var running = false

    suspend fun run(limit: Int = 10) {
        if (running) return
        running = true
        val items = api.list(limit)
        items.forEach { db.insert(it) }
        running = false
    }

    fun stop() {
        running = false
        scope.launch { db.flush() }
    }

    fun size(): Int = db.count()
}
""",
    "hub.go": """
package hub

import (
	"fmt"
	"os"
)

type Hub struct {
	peers map[string]*Peer
	queue chan Message
}

func (h *Hub) Join(name string, p *Peer) error {
	if _, ok := h.peers[name]; ok {
		return fmt.Errorf("taken: %s", name)
	}
	h.peers[name] = p
	go h.pump(p)
	return nil
}

func (h *Hub) pump(p *Peer) {
	defer p.Close()
	for m := range h.queue {
		if err := p.Write(m); err != nil {
			return
		}
	}
}

func (h *Hub) Dump(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintln(f, len(h.peers))
	return err
}
""",
    "Mailbox.cs": """
namespace Post {
    public class Mailbox : Box {
        private int unread;

        public async Task<int> FetchAsync(Uri server) {
            using var client = new HttpClient();
            var text = await client.GetStringAsync(server);
            unread += text.Length;
            return unread;
        }

        public void Mark(string id) {
            try {
                Store(id);
            } catch (KeyNotFoundException) {
                Log.Error(id);
                throw;
            }
            unread--;
        }

        public override string ToString() => $"{unread}";
    }
}
""",
    "Cache.swift": """
class Cache {
    private var items: [String: Data] = [:]

    func store(_ data: Data, for key: String) throws {
        guard data.count < limit else {
            throw CacheError.tooLarge
        }
        items[key] = data
        try disk.write(data, to: key)
    }

    func load(_ key: String) -> Data? {
        if let hit = items[key] {
            return hit
        }
        return try? disk.read(key)
    }

    func purge() {
        items.removeAll()
        DispatchQueue.global().async { self.disk.clear() }
    }
}
""",
    "job.rb": """
class Job < Task
  attr_reader :state

  def run(input)
    validate(input)
    attempts = 0
    begin
      perform(input)
    rescue Timeout::Error
      attempts += 1
      retry if attempts < 3
      fail_with(input)
    end
    @state = :done
  end

  def validate(input)
    raise ArgumentError, 'empty' if input.nil?
  end

  def path
    @path ||= File.join(root, name)
  end

  def later
    Thread.new { run(nil) }
  end
end
""",
    "buf.c": """
int buf_read(struct buf *b, const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f)
        return -1;
    while (b->len < b->cap) {
        int c = fgetc(f);
        if (c == EOF)
            break;
        b->data[b->len++] = (char)c;
    }
    fclose(f);
    return 0;
}

void buf_reset(struct buf *b) {
    /* memset(b->data, 0, b->cap); */
    b->len = 0;
}
""",
    "Loader.m": """
@implementation Loader
- (void)load:(NSURL *)url {
    if (self.task) {
        [self.task cancel];
    }
    self.task = [self.session dataTaskWithURL:url];
    [self.task resume];
}
- (void)reset {
    self.task = nil;
    [self.log write:@"reset"];
}
@end
""",
    "wire.cpp": """
void Wire::send(const Packet& packet) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!open_) {
    throw std::logic_error("shut");
  }
  queue_.push_back(packet);
  for (auto& peer : peers_) {
    peer.wake();
  }
}

size_t Wire::size() const {
  return queue_.size();
}
""",
    "feed.rs": """
impl Feed {
    pub async fn poll(&mut self) -> Result<Item, Error> {
        let reply = self.http.get(&self.url).await?;
        if reply.is_empty() {
            return Err(Error::Empty);
        }
        self.seen.insert(reply.id);
        Ok(reply)
    }

    pub fn forget(&mut self, id: u64) {
        self.seen.remove(&id);
    }

    fn spawn(self) {
        std::thread::spawn(move || self.run());
    }
}
""",
}
FALSE = """
Client.send posts the request to the transport: it calls self.transport.post
Client.send refreshes the token by calling self.refresh
Client.send retries on TimeoutError: it catches TimeoutError
Client.send logs the error with log.error
Client.send opens a file
Client.send ignores ConnectionError and returns None
Client.send checks the request after the loop: it calls self.check after self.session.get
Client.send relies on self.cache
Client.send depends on requests
Client.send encrypts self.token
Client.send encrypts `token`
Client.send mutates self.retries
Client.send raises PermissionError when self.token is set
Client.send passes request to self.session.get
Client.send awaits self.session.get
Does Client.send re-raise ConnectionError from the except block?
Client.send delegates to super().send
Client.send stores the response in self.cache
Client.send is invoked by Client.ping
the token is written by Client.send
self.refresh gets called from Client.send
Client.check validates the token: it reads self.token
Client.check raises ValueError if request.body is None
Client.check raises TypeError
Client.check throws PermissionError if the request has no method
Client.lookup always calls self.read
Client.lookup calls self.read when name is in self.cache
Client.lookup reads the value twice: it calls self.read twice
Client.lookup writes self.cache before calling self.read
Client.lookup returns None
Client.lookup removes name from self.cache
Client.read closes the handle by calling handle.close
Client.read writes to the file
Client.read catches FileNotFoundError
Client.later calls task
Client.later runs the task immediately by calling task
Client.later logs a message with log.info
Client.host is a static method
Client.host makes a network request
Client.host modifies self.url
Client.ping catches exceptions
Client.ping blocks: it calls requests.head
Client.ping calls itself recursively
Client.all calls all
Client.host calls all
Client.close calls all
Client.close closes everything in a loop
Client.close sets self.session to None
Client.__init__ logs in by calling self.login
Client.__init__ requires a token: its token parameter has no default
Client overrides refresh
Client inherits from requests.Session
Form.validate throws if a field is empty
Form.validate pushes field.name unless strict
Form.validate uses fs
Form.validate returns this.errors
Form.save writes the file before it validates: it calls fs.writeFile before this.validate
Form.save calls fs.writeFileSync
Form.save awaits fs.writeFile
Form.save ignores its done parameter
Form.watch calls this.validate directly
Form.reset deletes this.fields
Form.reset calls this.validate
Store.get throws RangeError
Store.get updates #state by calling this.#state.set
Store.set is asynchronous
Store.set throws RangeError unless Number.isNaN(value)
Store.set notifies before storing: it calls this.notify before this.#state.set
Store.notify awaits each listener
Store.load rejects when reply.ok is false: it throws
Store.load calls this.notify
Store.load calls this.set outside the loop
List renders Column
List returns null if items is not empty
List calls onPick
Ledger.transfer rolls back: it calls source.withdraw in the catch block
Ledger.transfer throws ClosedException
Ledger.transfer deposits before it withdraws: it calls source.deposit before source.withdraw
Ledger.transfer decrements moves
Ledger.transfer validates from: it throws IllegalArgumentException if from is null
Ledger.find creates the account with new Account only if name is null
Ledger.close catches ClosedException
Ledger.close calls accounts.clear
Sync.run calls db.flush
Sync.run calls api.list when running is true
Sync.run catches exceptions from api.list
Sync.stop waits for db.flush
Sync.stop sets running to true
Hub.Join locks a mutex
Hub.Join returns an error if name is free: it returns fmt.Errorf unless ok
Hub.Join calls p.Close
Hub.pump never stops: it has no return statement
Hub.pump closes h.queue
Hub.pump calls p.Write outside the loop
Hub.Dump calls os.Open
Hub.Dump ignores the error of os.Create
Mailbox.FetchAsync swallows exceptions
Mailbox.FetchAsync decrements unread
Mailbox.Mark swallows KeyNotFoundException
Mailbox.Mark logs before it stores: it calls Log.Error before Store
Mailbox.ToString modifies unread
Cache.store writes to disk before it sets items[key]
Cache.store throws CacheError.tooLarge if data.count < limit
Cache.load throws
Cache.load stores the hit: it writes items[key]
Cache.purge calls disk.clear synchronously
Job#run retries on IOError: it rescues IOError
Job#run calls perform before validate
Job#run sets @state inside the rescue
Job#validate raises ArgumentError unless input.nil?
Job#path recomputes the path each time: it never caches
Job#later calls perform
buf_read leaks the file: it never calls fclose
buf_read calls fgetc once outside the loop
buf_read returns -1 if f is not NULL
buf_read frees b->data
buf_reset calls memset
-[Loader load:] cancels the task if self.task is nil
-[Loader load:] resumes before it creates the task: it calls resume before dataTaskWithURL:
-[Loader reset] calls cancel
Wire::send unlocks mutex_ by calling mutex_.unlock
Wire::send throws std::logic_error if open_
Wire::send wakes peers before it queues: it calls peer.wake before queue_.push_back
Wire::size modifies queue_
Feed::poll returns Err(Error::Empty) unless reply.is_empty()
Feed::poll unwraps the reply
Feed::poll removes reply.id from self.seen
Feed::forget inserts id: it calls self.seen.insert
Feed::forget is async
Feed::spawn awaits self.run
"""
DENIALS = """
Client.send makes no use of self.cache
Client.send is free of calls to self.refresh
Client.send leaves self.token alone
Client.send doesn't mutate self.url
Client.send never delegates to super
At no point does Client.send call self.transport.post
Client.send doesn't hand request to self.session.get
Client.send won't swallow PermissionError
Client.send does not depend on self.lookup
Client.send is not a coroutine
No file is opened by Client.send
self.refresh isn't called by Client.send
Client.check doesn't look at self.token
Client.check refrains from logging
Client.check is not recursive
Client.check contains no loops
Client.lookup does not always call self.read
Client.lookup never deletes anything from self.cache
Client.lookup doesn't raise KeyError
Client.read does not swallow OSError
Client.read doesn't write self.cache
Client.later doesn't call task itself
Client.later does not run anything in a loop
Client.host takes no parameters
Client.host isn't async
Client.ping does not catch anything
Client.ping never logs
Client.all doesn't modify self.cache
Client.close does not set self.session to None
Client.close has no branches
Client does not override refresh
Form.validate does not throw
Form.validate has no while loop
Form.save doesn't call fs.writeFileSync
Form.save isn't async
Form.watch does not call fs.writeFile
Form.reset never touches this.errors
Store.get doesn't throw
Store.set does not await anything
Store.load doesn't call this.notify itself
Store.notify has no for loop
List never awaits
Ledger.transfer does not rethrow ClosedException
Ledger.transfer has no loop
Ledger.transfer doesn't have a finally block
Ledger.close never throws
Sync.run does not catch exceptions
Sync.stop is not suspending
Hub.Join doesn't use a mutex
Hub.pump never panics
Hub.Dump does not ignore err
Mailbox.FetchAsync has no try block
Mailbox.Mark does not swallow KeyNotFoundException
Cache.load doesn't throw
Cache.load never writes items
Job#run does not rescue IOError
Job#validate has no rescue clause
buf_read doesn't free b->data
buf_reset does not call memset
-[Loader reset] never cancels: it doesn't call cancel
Wire::send doesn't catch std::logic_error
Wire::size is not static
Feed::poll does not panic
Feed::forget isn't async
"""
TRUE = """
Client.send retries on ConnectionError
Client.send logs a warning when the connection fails
Client.send raises PermissionError unless self.token is set
Client.send raises PermissionError if self.token is missing
Client.send makes a network request
Client.send handles ConnectionError
Client.send validates the request first
Client.send checks the request by calling self.check
Client.send depends on self.session
Client.send returns the result of self.session.get
Client.send iterates self.retries times
Client.send raises last
Client.send overrides Base.send
Client.send ignores its parent implementation
Client.send uses a timeout parameter
Client.send takes an optional timeout
Client.send's timeout defaults to 5
Client.check asserts that request.method is GET or HEAD
Client.check rejects requests with a body by raising ValueError
Client.lookup caches values
Client.lookup returns early on a cache hit
Client.lookup only calls self.read when name is not in self.cache
Client.lookup stores the value in self.cache
Client.read opens a file
Client.read uses a context manager
Client.read delegates to handle.read
Client.later defines a nested function
Client.later appends run to self.pending
Client.host is a property
Client.host splits self.url
Client.ping is asynchronous
Client.ping awaits self.session.head
Client.all converts self.cache to a list
Client.all returns a list
Client.close closes the session
Client.__init__ initializes self.cache to an empty dict
Client inherits from Base
Client.send is not called by Client.ping
Form.validate clears this.errors
Form.validate loops over this.fields
Form.validate returns a boolean
Form.validate pushes field.name onto this.errors
Form.save writes a file
Form.save calls done with an error if validation fails
Form.save serializes this.fields with JSON.stringify
Form.watch assigns this.watcher
Form.reset deletes this.watcher
Store.get falls back to 0
Store.set throws RangeError if value is NaN
Store.set updates this.#state
Store.set notifies listeners
Store.load makes an HTTP request
Store.load returns early if reply.ok is false
Store.load calls this.set for each key
Store.notify invokes every listener
List renders Row
List returns null if items is empty
List uses useState
Ledger.transfer throws IllegalArgumentException when amount is not positive
Ledger.transfer withdraws before it deposits
Ledger.transfer catches ClosedException
Ledger.transfer logs a warning
Ledger.transfer increments moves
Ledger.transfer validates the amount
Ledger.close closes every account
Ledger extends Book
Sync.run returns early if running
Sync.run is a suspend function
Sync.run inserts items into db
Sync.run resets running to false at the end
Sync.stop launches a coroutine
Sync.run has a default limit of 10
Hub.Join returns an error if the name is taken
Hub.Join starts a goroutine
Hub.pump defers p.Close
Hub.pump reads from h.queue
Hub.pump returns when p.Write fails
Hub.Dump creates a file
Hub.Dump propagates the error of os.Create
Mailbox.FetchAsync makes a network request
Mailbox.FetchAsync disposes client via using
Mailbox.Mark rethrows KeyNotFoundException
Mailbox.Mark logs an error
Mailbox.ToString is overridden
Cache.store throws CacheError.tooLarge
Cache.store writes to disk
Cache.load checks items first
Cache.purge empties items
Job#run retries after a timeout
Job#run rescues Timeout::Error
Job#run sets @state to :done
Job#run validates input
Job#run gives up after 3 attempts
Job#validate raises ArgumentError if input is nil
Job#path is memoized
Job#later starts a thread
buf_read opens the file
buf_read closes the file
buf_read returns -1 if fopen fails
buf_read reads until EOF
buf_reset sets b->len to 0
-[Loader load:] cancels self.task if there is one
-[Loader load:] starts the task
-[Loader reset] clears self.task
Wire::send locks mutex_
Wire::send throws std::logic_error unless open_
Wire::send wakes every peer
Wire::send pushes packet onto queue_
Wire::size is const
Feed::poll propagates errors with ?
Feed::poll returns Err(Error::Empty) if reply is empty
Feed::poll inserts reply.id into self.seen
Feed::forget removes id from self.seen
Feed::spawn spawns a thread
Client.send's timeout parameter defaults to 5
"""
LEAST_TRUE = 95  # of those above, which are SUPPORTED
SNAPSHOT = snapshot_of(SOURCES)


@pytest.mark.parametrize("sentence", said(FALSE))
def test_what_is_false_is_not_supported(sentence: str) -> None:
    answer = verify(SNAPSHOT, sentence)
    assert answer.status.value in ("CONTRADICTED", "NOT_SUPPORTED", "INCONCLUSIVE")


@pytest.mark.parametrize("sentence", said(DENIALS))
def test_what_is_truly_denied_is_not_contradicted(sentence: str) -> None:
    answer = verify(SNAPSHOT, sentence)
    assert answer.status.value in ("SUPPORTED", "INCONCLUSIVE")


def test_what_is_true_is_mostly_supported_and_never_contradicted() -> None:
    verdicts = [verify(SNAPSHOT, sentence).status.value for sentence in said(TRUE)]
    assert set(verdicts) <= {"SUPPORTED", "INCONCLUSIVE"}
    assert verdicts.count("SUPPORTED") >= LEAST_TRUE
