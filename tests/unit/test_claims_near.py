"""What is nearly true is not supported, and what is truly denied is not contradicted.

Each false claim is a near miss: another order, condition, argument, receiver, loop, error or
overload, what only a parent, a nested function, a comment or a string does.
"""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "stock.py": '''
import json as codec
import os


class Store:
    def load(self, key):
        raise KeyError(key)

    def close(self):
        self.handle.close()


class DiskStore(Store):
    kind = "disk"

    def __init__(self, root, limit=10):
        self.root = root
        self.limit = limit
        self._items = {}

    def load(self, key):
        """Raises ValueError and calls purge()."""
        # evicts first: self.evict()
        path = os.path.join(self.root, key)
        while self._busy(path):
            self.wait(path)
        for line in self.lines(path):
            if line.startswith("#"):
                continue
            self._items[key] = codec.loads(line)
        if not self._items:
            raise LookupError("call self.reset() first")
        self.touch(path)
        self.log.info(path)
        return self._items[key]

    def save(self, key, value, force=False):
        try:
            self.write(key, value)
        except OSError as error:
            self.log.warning(error)
            raise
        finally:
            self.unlock(key)
        if force:
            self.flush()
        else:
            self.schedule(key)

    def sweep(self, keys):
        def drop(key):
            self._items.pop(key)
            self.notify(key)

        self.dropper = drop
        for key in keys:
            if key in self._items:
                self.evict(key)
        return None

    async def fetch(self, url):
        if self.closed:
            return None
        answer = await self.session.get(url)
        return answer.json()

    def evict(self, key):
        self._items.pop(key, None)

    def size(self):
        return len(self._items)


def standalone(store, path):
    store.evict(path)
    store.root = path
    return store.limit
''',
    "queue.ts": """
export class Job {
  start(): void {
    this.emit('start')
  }
  stop(): void {}
}

export class Queue extends Job {
  private items: string[] = []
  running = false

  push(item: string, priority?: number): number {
    if (priority === undefined) {
      this.items.push(item)
    } else {
      this.items.unshift(item)
    }
    this.schedule(() => this.drain())
    return this.items.length
  }

  async drain(): Promise<void> {
    this.running = true
    try {
      while (this.items.length > 0) {
        const next = this.items.shift()
        await this.handle(next)
      }
    } catch (error) {
      this.report(error)
    }
    this.running = false
  }

  handle(item: string): Promise<void> {
    switch (item) {
      case 'stop':
        this.cancel()
        break
      default:
        this.run(item)
    }
    return Promise.resolve()
  }

  peek(): string {
    const key = 'this.remove()'
    return this.items[0] ?? key
  }
}
""",
    "pool.go": """
package pool

import (
	"errors"
	"fmt"
)

var ErrClosed = errors.New("closed")

type Pool struct {
	conns []Conn
	mu    Mutex
	open  bool
}

func (p *Pool) Get(name string) (Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.open {
		return nil, ErrClosed
	}
	for i, c := range p.conns {
		if c.Name() == name {
			p.conns = append(p.conns[:i], p.conns[i+1:]...)
			return c, nil
		}
	}
	return dial(name)
}

func (p *Pool) Put(c Conn) {
	go func() {
		c.Reset()
	}()
	p.conns = append(p.conns, c)
}

func dial(name string) (Conn, error) {
	c, err := connect(name)
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	c.Reset()
	return c, nil
}

type Other struct{}

func (o *Other) Close() { panic("closed") }
""",
    "Cart.java": """
package shop;

public class Cart extends Basket implements Priced {
    private final List<Item> items = new ArrayList<>();
    private int total;

    public void add(Item item) {
        items.add(item);
        total += item.price();
    }

    public void add(Item item, int count) {
        for (int i = 0; i < count; i++) {
            add(item);
        }
        audit(item);
    }

    @Override
    public synchronized int total() {
        if (items.isEmpty()) {
            return 0;
        }
        return total;
    }

    public void checkout(Till till) throws PayException {
        try {
            till.open();
            till.pay(total);
        } catch (IOException e) {
            throw new PayException(e);
        } finally {
            till.close();
        }
        items.forEach(item -> item.ship());
        new Thread(new Runnable() {
            public void run() {
                mail(total);
            }
        }).start();
    }

    static Cart of(Item item) {
        Cart cart = new Cart();
        cart.add(item);
        return cart;
    }
}
""",
    "lex.rs": """
pub struct Lexer { pos: usize, text: String }

impl Lexer {
    pub fn next(&mut self) -> Option<char> {
        let found = self.text.chars().nth(self.pos);
        if found.is_some() {
            self.pos += 1;
        }
        found
    }

    fn skip(&mut self) -> Result<(), Error> {
        loop {
            match self.peek() {
                Some(' ') => self.bump(),
                Some(_) => return Ok(()),
                None => return Err(Error::Eof),
            }
        }
    }

    pub fn parse(&mut self) -> Result<u32, Error> {
        self.skip()?;
        let lazy = || self.fail();
        let value = self.number().map_err(Error::Number)?;
        self.hooks.push(Box::new(move || report(value)));
        assert!(value > 0);
        Ok(value)
    }
}
""",
    "mailer.rb": """
class Base
  def deliver(mail)
    raise NotImplementedError
  end
end

class Mailer < Base
  def initialize(host, port: 25)
    @host = host
    @port = port
  end

  def deliver(mail)
    return if mail.empty?
    connect unless @socket
    mail.lines.each do |line|
      @socket.write(line)
    end
    @sent ||= []
    @sent << mail
  rescue IOError => e
    retry_later(mail)
  ensure
    @socket&.close
  end

  def on_sent
    @handler = lambda { |mail| archive(mail) }
  end

  private

  def connect
    @socket = TCPSocket.new(@host, @port)
  end
end
""",
    "ring.c": """
struct ring { int head; int tail; char *data; };

static int ring_full(struct ring *r) {
    return r->head == r->tail + 1;
}

int ring_push(struct ring *r, char c) {
    if (ring_full(r))
        return -1;
    do {
        r->tail++;
    } while (r->tail < 0);
    r->data[r->tail] = c;
    log_push(r);
    return 0;
}

void ring_free(struct ring *r) {
    if (r->data) {
        free(r->data);
        r->data = NULL;
    }
    free(r);
}
""",
    "Feed.kt": """
class Feed(private val api: Api) : Source() {
    private var page = 0

    suspend fun load(): List<Post> {
        val posts = try {
            api.fetch(page)
        } catch (e: HttpException) {
            emptyList()
        }
        page++
        posts.filter { it.isNew() }.forEach { store(it) }
        return posts
    }

    fun watch(view: View) {
        view.onClick = { refresh() }
        repeat(3) { ping(it) }
    }

    override fun close() {
        api.close()
    }
}
""",
    "Player.swift": """
final class Player: Device {
    private var track: Track?
    var volume = 1.0

    func play(_ next: Track, at time: Double = 0) throws {
        guard next.isReady else { throw PlayerError.notReady }
        stop()
        track = next
        seek(to: time)
        queue.async { self.announce(next) }
    }

    func stop() {
        track?.pause()
        track = nil
    }

    func fade() {
        for step in 0..<10 {
            volume -= 0.1
            wait(step)
        }
        stop()
    }
}
""",
    "Bus.cs": """
namespace App {
    public sealed class Bus : IBus {
        private readonly Dictionary<string, Handler> handlers = new();

        public async Task SendAsync(string name, object body) {
            if (name == null) throw new ArgumentNullException(nameof(name));
            if (!handlers.TryGetValue(name, out var handler)) {
                return;
            }
            await handler.RunAsync(body);
            Sent?.Invoke(name);
        }

        public void Add(string name, Handler handler) {
            lock (handlers) {
                handlers[name] = handler;
            }
            handler.Failed += (s, e) => Remove(name);
        }

        private static string Clean(string name) => name.Trim();
    }
}
""",
    "Cell.m": """
@implementation Cell
- (void)show:(Item *)item animated:(BOOL)animated {
    self.title = item.name;
    if (animated) {
        [self fade:item];
    }
    [self.view layout];
    dispatch_async(queue, ^{ [self track:item]; });
}
- (void)clear {
    self.title = nil;
    [super clear];
}
@end
""",
    "tree.cpp": """
Tree::Tree(int size) : size_(size), root_(nullptr) {
  reserve(size);
}

bool Tree::insert(const Key& key) {
  if (find(key)) {
    return false;
  }
  Node* node = new Node(key);
  for (Node* at = root_; at; at = at->next) {
    at->mark();
  }
  root_ = node;
  ++size_;
  return true;
}

void Tree::clear() {
  std::for_each(begin(), end(), [](Node& node) { node.release(); });
  size_ = 0;
  throw std::runtime_error("cleared");
}
""",
}
FALSE = """
DiskStore.load calls self.touch before self.lines
DiskStore.load calls self.log.info before self.touch
DiskStore.load reads self.log before it calls self.wait
DiskStore.load calls self.touch inside the loop
DiskStore.load calls codec.loads in a while loop
DiskStore.load calls self.wait in a for loop
DiskStore.load calls self.wait outside of any loop
DiskStore.load calls self.touch only if self._items is empty
DiskStore.load raises LookupError inside the loop
DiskStore.load raises ValueError
DiskStore.load raises KeyError
DiskStore.load calls purge
DiskStore.load calls self.evict
DiskStore.load calls self.reset
DiskStore.load calls super
DiskStore.load calls self.touch with key
DiskStore.load calls os.join
DiskStore.load calls info on self
DiskStore.load returns self._items
DiskStore.load breaks out of the loop
DiskStore.load is async
DiskStore.load has a try block
DiskStore.load ignores its key parameter
DiskStore.load takes a path parameter
DiskStore.load never writes self._items
DiskStore.load has two for loops
DiskStore.load has nested loops
DiskStore.load overrides DiskStore.load
DiskStore inherits from DiskStore
DiskStore.save calls self.flush when force is false
DiskStore.save calls self.schedule if force is set
DiskStore.save calls self.flush unconditionally
DiskStore.save calls self.unlock in the except block
DiskStore.save calls self.write in the finally block
DiskStore.save calls self.log.warning in the try block
DiskStore.save catches ValueError
DiskStore.save swallows OSError
DiskStore.save only catches OSError and IOError
DiskStore.save passes key to self.flush
DiskStore.save passes force to self.write
DiskStore.save sets force to True by default
DiskStore.save calls self.unlock before self.write
DiskStore.save calls self.write twice
DiskStore.save calls self.write at least twice
DiskStore.save takes exactly two parameters
DiskStore.save returns early
DiskStore.sweep calls self.notify
DiskStore.sweep pops from self._items
DiskStore.sweep calls drop
DiskStore.sweep calls self.evict only if key not in self._items
DiskStore.sweep calls self.evict outside the loop
DiskStore.sweep returns keys
DiskStore.fetch awaits answer.json
DiskStore.fetch calls self.session.get only if self.closed
DiskStore.fetch returns answer
DiskStore.fetch calls self.session.post
DiskStore.evict deletes the file
DiskStore.evict raises KeyError
DiskStore.evict is called by DiskStore.load
DiskStore.evict is only called by DiskStore.sweep
DiskStore.size writes self._items
DiskStore.size calls self._items.size
standalone calls DiskStore.load
standalone reads store.root
standalone writes store.limit
standalone writes self.root
stock.py imports sys
Queue.push calls this.items.push only if priority is given
Queue.push calls this.items.unshift if priority is undefined
Queue.push calls this.drain
Queue.push is async
Queue.push calls this.items.push in a loop
Queue.push returns item
Queue.push awaits this.schedule
Queue.drain sets this.running to true in the catch block
Queue.drain calls this.report in the try block
Queue.drain rethrows the error
Queue.drain never catches anything
Queue.drain calls this.items.shift outside the loop
Queue.drain has a finally block
Queue.drain calls this.handle before this.items.shift
Queue.handle is async
Queue.handle calls this.run if item is 'stop'
Queue.handle has a while loop
Queue.peek calls this.remove
Queue.peek writes this.items
Queue.start is defined in Queue
Queue.push overrides Job.push
Pool.Get calls p.mu.Unlock before p.mu.Lock
Pool.Get returns ErrClosed if p.open
Pool.Get calls dial inside the loop
Pool.Get calls c.Reset
Pool.Get panics
Pool.Get never returns an error
Pool.Put calls c.Reset synchronously
Pool.Put locks p.mu
Pool.Put returns c
Pool.Put writes p.open
dial calls c.Reset only when err is not nil
dial calls Dial
dial returns ErrClosed
dial calls errors.New
Other.Close panics in a loop
Cart.checkout calls till.close in the catch block
Cart.checkout calls till.pay before till.open
Cart.checkout throws IOException
Cart.checkout catches PayException
Cart.checkout calls till.open in the finally block
Cart.checkout calls mail
Cart.checkout has a for loop
Cart.total returns 0 if items is not empty
Cart.total is static
Cart.total is private
Cart.total writes total
Cart.of is an instance method
Cart.of creates a Basket
Cart implements Basket.Priced.Comparable
Cart.add(Item) calls audit
Cart.add(Item) has a loop
Cart.add(Item, int) calls items.add
Lexer.next calls self.peek
Lexer.next writes self.text
Lexer.next increments self.pos unconditionally
Lexer.next returns an error
Lexer.skip returns Error::Eof on Some(_)
Lexer.skip calls self.bump outside of the loop
Lexer.skip has a for loop
Lexer.skip is public
Lexer.parse calls report
Lexer.parse calls self.fail
Lexer.parse calls self.number before self.skip
Mailer#deliver calls connect only if @socket is set
Mailer#deliver calls @socket.write outside of the loop
Mailer#deliver closes @socket in its rescue clause: it calls @socket.close in rescue
Mailer#deliver calls retry_later in the ensure clause
Mailer#deliver rescues EncodingError
Mailer#deliver raises NotImplementedError
Mailer#deliver calls super
Mailer#on_sent calls archive
Mailer#connect is public
Mailer#connect passes @port before @host and calls super
ring_push calls ring_full twice
ring_push calls free
ring_push has a for loop
ring_push returns -1 unless ring_full
ring_push calls log_push only if ring_full
ring_push increments r->head
ring_push calls log_push inside the loop
ring_full is exported, not static
ring_free calls free only once
ring_free frees r before r->data is set: it calls free after it sets r->data and returns 0
ring_free sets r to NULL
Feed.load catches IOException
Feed.load calls store inside a try
Feed.load rethrows HttpException
Feed.load decrements page
Feed.load calls api.close
Feed.watch calls refresh
Feed.watch is a suspend function
Feed.close overrides Api.close
Feed.close calls super.close
Player.play calls announce
Player.play calls seek before stop
Player.play throws PlayerError.notReady if next.isReady
Player.play calls track.pause
Player.stop sets volume
Player.stop calls track.pause after it sets track to nil
Player.fade calls stop inside the loop
Player.fade has a while loop
Player.fade calls wait outside the loop
Bus.SendAsync calls Remove
Bus.SendAsync throws ArgumentOutOfRangeException
Bus.SendAsync throws ArgumentNullException if name is not null
Bus.SendAsync awaits handlers.TryGetValue
Bus.SendAsync writes handlers[name]
Bus.Add calls Remove
Bus.Add is async
Bus.Add writes handlers[name] outside of the lock
Bus.Clean is public
Bus.Clean calls name.TrimEnd
-[Cell show:animated:] calls fade: only if animated is NO
-[Cell show:animated:] calls [self track:item] synchronously
-[Cell show:animated:] sets self.title to nil
-[Cell clear] calls layout
-[Cell clear] calls super before it sets self.title
Tree::insert calls at->mark outside the loop
Tree::insert returns false if find fails
Tree::insert has a while loop
Tree::insert creates a Tree
Tree::insert writes size_ before root_
Tree::clear catches std::runtime_error
Tree::clear throws std::logic_error
Tree::clear resets root_
"""
DENIALS = """
DiskStore.load doesn't call self.touch inside the loop
DiskStore.load never raises ValueError
DiskStore.load does not raise KeyError
DiskStore.load never calls purge
DiskStore.load does not call self.evict
DiskStore.load never calls self.reset
DiskStore.load doesn't call super
DiskStore.load does not call os.join
DiskStore.load has no try block
DiskStore.load is not async
DiskStore.load has no nested loops
DiskStore.load never breaks out of a loop
DiskStore.load does not write self.root
DiskStore.load never awaits
DiskStore.load does not call self.wait in a for loop
DiskStore.load never calls codec.loads in a while loop
DiskStore.load doesn't call self.touch before self.lines
DiskStore.load does not pass key to self.touch
DiskStore.save never catches ValueError
DiskStore.save does not swallow OSError
DiskStore.save doesn't call self.write in the finally block
DiskStore.save never calls self.unlock in the except block
DiskStore.save does not pass force to self.write
DiskStore.save never returns a value
DiskStore.save does not call self.flush unconditionally
DiskStore.save doesn't call self.write twice
DiskStore.save has no loop
DiskStore.sweep does not call self.notify
DiskStore.sweep never calls drop
DiskStore.sweep never calls self.evict outside the loop
DiskStore.sweep doesn't return keys
DiskStore.fetch does not await answer.json
DiskStore.fetch never calls self.session.post
DiskStore.fetch has no loop
DiskStore.evict does not raise KeyError
DiskStore.evict is not called by DiskStore.load
DiskStore.evict has no return value
DiskStore.size does not write self._items
DiskStore.size takes no arguments
standalone does not write self.root
standalone does not write store.limit
standalone never calls DiskStore.load
Queue.push does not call this.drain
Queue.push is not async
Queue.push has no loop
Queue.drain does not rethrow the error
Queue.drain has no finally block
Queue.drain never calls this.report in the try block
Queue.handle is not async
Queue.handle awaits nothing
Queue.peek never calls this.remove
Queue.peek does not write this.items
Pool.Get never calls dial inside the loop
Pool.Get does not panic
Pool.Put never locks p.mu
Pool.Put does not call c.Reset synchronously
dial does not return ErrClosed
dial never calls Dial
Cart.checkout does not call mail
Cart.checkout never catches PayException
Cart.checkout does not throw IOException
Cart.checkout doesn't call till.close in the catch block
Cart.total is not static
Cart.add(Item) has no loop
Lexer.next never calls self.peek
Lexer.skip has no for loop
Lexer.parse does not call report
Mailer#deliver never raises NotImplementedError
Mailer#deliver does not rescue EncodingError
Mailer#on_sent does not call archive
Mailer#connect is not public
ring_push does not call free
ring_push has no for loop
ring_push doesn't call log_push inside the loop
ring_free has no loop
Feed.load does not catch IOException
Feed.watch does not call refresh
Feed.close never calls super.close
Player.play does not call announce
Player.fade never calls stop inside the loop
Player.stop does not throw
Bus.SendAsync does not call Remove
Bus.Add is not async
Bus.Clean is not public
-[Cell clear] does not call layout
Tree::insert has no while loop
Tree::clear does not catch anything
"""
SNAPSHOT = snapshot_of(SOURCES)


@pytest.mark.parametrize("sentence", said(FALSE))
def test_what_is_nearly_true_is_not_supported(sentence: str) -> None:
    answer = verify(SNAPSHOT, sentence)
    assert answer.status.value in ("CONTRADICTED", "NOT_SUPPORTED", "INCONCLUSIVE")


@pytest.mark.parametrize("sentence", said(DENIALS))
def test_what_is_truly_denied_is_not_contradicted(sentence: str) -> None:
    answer = verify(SNAPSHOT, sentence)
    assert answer.status.value in ("SUPPORTED", "INCONCLUSIVE")
